"use strict";
// Steps through recorded games: the board, what the search said of each position, and the course of its values.
(function () {
  const data = JSON.parse(document.getElementById("games-data").textContent);
  const find = (id) => document.getElementById(id);
  const [board, course, which, slider] = ["board", "course", "which", "ply"].map(find);
  const COLOURS = ["#0072b2", "#d55e00"];
  const WANTED = "#007a5a";
  const COURSE = { width: 400, height: 72, pad: 6 };
  let game = data.games[0];
  let ply = 0; // moves played

  function draw(parent, tag, attributes, text) {
    const element = document.createElementNS(board.namespaceURI, tag);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    if (text !== undefined) element.textContent = text;
    parent.append(element);
    return element;
  }

  function cellOf(where) {
    return { row: Math.floor(where / data.width), col: where % data.width };
  }

  function signed(value) {
    return (value < 0 ? "−" : "+") + Math.abs(value).toFixed(2);
  }

  // ---- boards -------------------------------------------------------------------------------------------------

  // Dots stand on even rows and columns of the picture, edges between two dots, boxes on odd rows and columns.
  function edgeLine(where, attributes) {
    const { row, col } = cellOf(where);
    const level = row % 2 === 0;
    const ends = level ? [col - 1, row, col + 1, row] : [col, row - 1, col, row + 1];
    const [x1, y1, x2, y2] = ends.map((place) => place / 2);
    draw(board, "line", { x1, y1, x2, y2, "stroke-linecap": "round", ...attributes });
  }

  function drawEdges(played, wanted, last) {
    const [rows, cols] = [(data.height - 1) / 2, (data.width - 1) / 2];
    board.setAttribute("viewBox", `-0.3 -0.3 ${cols + 0.6} ${rows + 0.6}`);
    for (const move of played) {
      for (const box of move.boxes) {
        const { row, col } = cellOf(box);
        const [x, y] = [(col - 1) / 2, (row - 1) / 2];
        draw(board, "rect", { x, y, width: 1, height: 1, fill: COLOURS[move.player], opacity: 0.16 });
        letter(x + 0.5, y + 0.5, data.players[move.player], COLOURS[move.player], 0.42);
      }
    }
    wanted.forEach((move) =>
      edgeLine(move.where, { stroke: WANTED, "stroke-width": 0.09, opacity: 0.15 + 0.75 * move.share })
    );
    for (const move of played) {
      if (move === last) edgeLine(move.where, { stroke: COLOURS[move.player], "stroke-width": 0.2, opacity: 0.3 });
      const stroke = move.is_opening ? "#8a929a" : COLOURS[move.player];
      edgeLine(move.where, { stroke, "stroke-width": 0.09 });
    }
    for (let row = 0; row <= rows; row++) {
      for (let col = 0; col <= cols; col++) draw(board, "circle", { cx: col, cy: row, r: 0.085, fill: "#1f2328" });
    }
    wanted.forEach((move, rank) => {
      const { row, col } = cellOf(move.where);
      badge(col / 2, row / 2, rank + 1, 0.13);
    });
  }

  // The middle of a cell; the rows of a rhombus are each half a cell further right, so that neighbours touch.
  function middleOf(where) {
    const { row, col } = cellOf(where);
    return { cx: col + 0.5 + (data.picture === "rhombus" ? row / 2 : 0), cy: row + 0.5 };
  }

  // Which sides of a rhombus are whose: top and bottom are the first player's, left and right the second's.
  function drawSides() {
    for (let cell = 0; cell < data.width * data.height; cell++) {
      const { row, col } = cellOf(cell);
      const { cx, cy } = middleOf(cell);
      const side = (x1, y1, x2, y2, player) =>
        draw(board, "line", { x1: cx + x1, y1: cy + y1, x2: cx + x2, y2: cy + y2, stroke: COLOURS[player], "stroke-width": 0.09 });
      if (row === 0) side(-0.5, -0.5, 0.5, -0.5, 0);
      if (row === data.height - 1) side(-0.5, 0.5, 0.5, 0.5, 0);
      if (col === 0) side(-0.5, -0.5, -0.5, 0.5, 1);
      if (col === data.width - 1) side(0.5, -0.5, 0.5, 0.5, 1);
    }
  }

  function drawStones(played, wanted, last) {
    const right = middleOf(data.width * data.height - 1).cx + 0.5;
    board.setAttribute("viewBox", `-0.05 -0.05 ${right + 0.1} ${data.height + 0.1}`);
    const random = new Set(played.filter((move) => move.is_opening).map((move) => move.where));
    game.boards[ply].forEach((stone, cell) => {
      const { cx, cy } = middleOf(cell);
      const cellStyle = { fill: "#fff", stroke: "#c4ccd4", "stroke-width": 0.03 };
      draw(board, "rect", { x: cx - 0.5, y: cy - 0.5, width: 1, height: 1, ...cellStyle });
      if (stone === 0) return;
      draw(board, "circle", { cx, cy, r: 0.4, fill: COLOURS[stone - 1], opacity: random.has(cell) ? 0.55 : 1 });
      letter(cx, cy, data.players[stone - 1], "#fff", 0.42);
    });
    if (data.picture === "rhombus") drawSides();
    if (last && last.where !== null) {
      draw(board, "circle", { ...middleOf(last.where), r: 0.45, fill: "none", stroke: "#1f2328", "stroke-width": 0.04 });
    }
    wanted.forEach((move, rank) => {
      if (move.where === null) return;
      const { cx, cy } = middleOf(move.where);
      draw(board, "circle", { cx, cy, r: 0.4, fill: WANTED, opacity: 0.08 + 0.6 * move.share });
      badge(cx, cy, rank + 1, 0.2);
    });
  }

  function letter(x, y, text, fill, size) {
    draw(board, "text", { x, y, fill, "font-size": size, "font-weight": 600, "text-anchor": "middle", "dominant-baseline": "central" }, text);
  }

  function badge(x, y, text, r) {
    draw(board, "circle", { cx: x, cy: y, r, fill: "#fff", stroke: WANTED, "stroke-width": 0.025 });
    letter(x, y, text, WANTED, 1.4 * r);
  }

  // ---- the course of the game: the search's value for the player who starts ----------------------------------

  function drawCourse() {
    course.replaceChildren();
    course.setAttribute("viewBox", `0 0 ${COURSE.width} ${COURSE.height}`);
    course.setAttribute("preserveAspectRatio", "none");
    const x = (at) => COURSE.pad + ((COURSE.width - 2 * COURSE.pad) * at) / game.plies.length;
    const y = (value) => COURSE.height / 2 - value * (COURSE.height / 2 - COURSE.pad);
    const thin = { stroke: "#c4ccd4", "stroke-width": 1, "vector-effect": "non-scaling-stroke" };
    for (const value of [-1, 0, 1]) draw(course, "line", { x1: 0, x2: COURSE.width, y1: y(value), y2: y(value), ...thin });
    const points = [];
    game.plies.forEach((move, at) => {
      if (move.value !== null) points.push(`${x(at)},${y(move.player === 0 ? move.value : -move.value)}`);
    });
    const line = { fill: "none", stroke: COLOURS[0], "stroke-width": 2, "vector-effect": "non-scaling-stroke" };
    draw(course, "polyline", { points: points.join(" "), ...line });
    draw(course, "line", { x1: x(ply), x2: x(ply), y1: 0, y2: COURSE.height, stroke: "#1f2328", "stroke-width": 1.5, "vector-effect": "non-scaling-stroke" });
  }

  // ---- words --------------------------------------------------------------------------------------------------

  function score() {
    if (data.picture !== "edges") return "";
    const boxes = [0, 0];
    for (const move of game.plies.slice(0, ply)) boxes[move.player] += move.boxes.length;
    return `, ${data.players[0]} ${boxes[0]} : ${boxes[1]} ${data.players[1]}`;
  }

  function say(move) {
    const total = game.plies.length;
    if (!move) {
      find("status").textContent = `After ${total} moves: ${game.end}`;
      find("value").textContent = "The game is over.";
      find("remark").textContent = "";
      return;
    }
    const player = data.players[move.player];
    find("status").textContent = `${ply} of ${total} moves played${score()}, ${player} to move`;
    if (move.value === null) {
      find("value").textContent = `${player} plays ${move.move}, at random: the game's opening.`;
      find("remark").textContent = "";
      return;
    }
    find("value").textContent = `The search gives ${player} ${signed(move.value)} after ${move.simulations} simulations. ${player} plays ${move.move}.`;
    find("remark").textContent = move.top.length
      ? data.remark || "Target: what the net learns to play here. Values are from −1, all lost, to +1, all won, for the player to move."
      : "The value here is proven, and the position is not among those that are learnt from, so visits were not kept.";
  }

  function listMoves(move) {
    const body = find("top").tBodies[0];
    body.replaceChildren();
    const wanted = move ? move.top : [];
    find("top").hidden = wanted.length === 0;
    wanted.forEach((option, rank) => {
      const row = body.insertRow();
      row.className = option.move === move.move ? "played" : "";
      const played = option.move === move.move ? " played" : "";
      const cells = [rank + 1, option.move + played, (100 * option.share).toFixed(1) + " %", option.visits];
      cells.forEach((text, at) => {
        const cell = row.insertCell();
        cell.textContent = text;
        if (at > 1) cell.className = "number";
      });
      const bar = document.createElement("span");
      bar.className = "bar";
      bar.style.width = `${(6 * option.share).toFixed(2)}rem`;
      row.insertCell().append(bar);
    });
  }

  // ---- going --------------------------------------------------------------------------------------------------

  function show() {
    const move = game.plies[ply];
    const played = game.plies.slice(0, ply);
    board.replaceChildren();
    (data.picture === "edges" ? drawEdges : drawStones)(played, move ? move.top : [], played[played.length - 1]);
    drawCourse();
    say(move);
    listMoves(move);
    slider.value = ply;
    find("first").disabled = find("previous").disabled = ply === 0;
    find("last").disabled = find("next").disabled = ply === game.plies.length;
  }

  function go(to) {
    ply = Math.max(0, Math.min(game.plies.length, to));
    show();
  }

  function choose(number) {
    game = data.games[number];
    slider.max = game.plies.length;
    go(0);
  }

  find("course-caption").textContent = `The search's value for ${data.players[0]}, −1 (bottom) to +1`;
  data.games.forEach((each, number) => {
    const opening = each.opening ? `, ${each.opening} random moves first` : "";
    which.append(new Option(`${each.id}: ${each.end}${opening}`, number));
  });
  which.addEventListener("change", () => choose(Number(which.value)));
  slider.addEventListener("input", () => go(Number(slider.value)));
  find("first").addEventListener("click", () => go(0));
  find("previous").addEventListener("click", () => go(ply - 1));
  find("next").addEventListener("click", () => go(ply + 1));
  find("last").addEventListener("click", () => go(game.plies.length));
  course.addEventListener("click", (event) => {
    const place = course.getBoundingClientRect();
    go(Math.round(((event.clientX - place.left) / place.width) * game.plies.length));
  });
  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.target === slider || event.target === which) return;
    const to = { ArrowLeft: ply - 1, ArrowRight: ply + 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    go(to);
  });
  choose(0);
})();
