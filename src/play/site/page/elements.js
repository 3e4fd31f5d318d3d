// Making elements: html("p", { class: "small" }, "text"), svg("line", { x1: 0 }).

const SVG = "http://www.w3.org/2000/svg";

function filled(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) if (value != null) element.setAttribute(name, value);
  element.append(...children.filter((child) => child != null));
  return element;
}

export function html(name, attributes = {}, ...children) {
  return filled(document.createElement(name), attributes, children);
}

export function svg(name, attributes = {}, ...children) {
  return filled(document.createElementNS(SVG, name), attributes, children);
}

/** The element with that id. */
export function byId(id) {
  return document.getElementById(id);
}
