// What the page says, in English and Chinese: say("new"), say("score", 3, 2).

export const LANGUAGES = { en: "English", zh: "中文" };

const ENGLISH = {
  tagline: "Play a net that taught itself, and look inside",
  theme: "Light or dark",
  close: "Close",
  board: "Board",
  settings: "Settings",
  new: "New game",
  undo: "Undo",
  redo: "Redo",
  hint: "Hint",
  swap: "Swap sides",
  extra: { pass: "Pass", swap: "Take the stone" },
  pause: "Pause",
  goOn: "Go on",
  share: "Link",
  paste: "Paste",
  game: "Game",
  size: "Board",
  you: "You play",
  first: "first",
  second: "second",
  both: "both sides",
  watch: "nobody: watch",
  strength: "Strength",
  simulations: (n) => `${n} simulations`,
  netAlone: "net alone",
  randomMoves: "random moves",
  choice: "Its moves",
  temperature: { 0: "its best", 0.5: "varied a little", 1: "varied" },
  games: { dots: "Dots and Boxes", tictactoe: "Tic-tac-toe", connect4: "Connect Four", othello: "Othello", hex: "Hex", gomoku: "Gomoku" },
  rules: {
    dots: "Draw a line between two dots. Who closes a box owns it and moves again. More boxes win.",
    tictactoe: "Three in a row win.",
    connect4: "Drop a stone into a column. Four in a row win.",
    othello: "A stone turns over the stones that it encloses in a line. More stones win.",
    hex: "✕ joins top and bottom, ○ joins left and right. Stones touch six others.",
    gomoku: "Five in a row win.",
  },
  person: "You",
  machine: "Machine",
  yourMove: (player) => `Your move, ${player}.`,
  again: (player) => `A box! ${player} moves again.`,
  toMove: (player) => `${player} to move.`,
  loading: "The net is loading…",
  thinks: (player) => `The machine thinks, as ${player}…`,
  paused: "Paused.",
  before: "The position before its last move.",
  youWin: "You win",
  machineWins: "The machine wins",
  playerWins: (player) => `${player} wins`,
  drawn: "A draw",
  points: (a, b) => `, ${a} : ${b}.`,
  noPoints: ".",
  hinted: (name) => `The machine would play ${name}.`,
  moveName: { dots: (name) => `line ${name}`, connect4: (name) => `column ${Number(name) + 1}`, other: (name) => name },
  drawnPlace: (name) => `${name}, taken`,
  champion: (name) => `The machine is the champion ${name}.`,
  noChampion: (board) => `There is no champion of ${board} on this site yet: the machine judges positions by random games, and plays less well.`,
  failedChampion: (why) => `The champion could not be loaded (${why}); the machine judges positions by random games instead.`,
  failed: (why) => `The machine stopped: ${why}`,
  brokenLink: (why) => `This link cannot be read: ${why}. Here is a new game.`,
  copied: "The link is copied; it carries the position.",
  notCopied: "The address of this page carries the position; copy it from there.",
  pasteTitle: "Paste a game",
  pasteHelp: (example) => `Moves from the start, between blanks or commas, or a link to a position. Now it is: ${example}`,
  pasteGo: "Show it",
  cancel: "Cancel",
  footer: "Everything runs in your browser; nothing is sent anywhere.",
  speed: (n) => `${n} simulations a second.`,
  thoughts: "What it thinks",
  nothingYet: "Nothing yet.",
  over: "The game is over.",
  now: "This position",
  its: "Its last move",
  expected: "Expected score, as the net sees it at a glance",
  perfectPlay: (a, b) => `With perfect play from here it ends ${a} : ${b}.`,
  value: "Value",
  valueNote: (player) => `for ${player}, to move (−1 loses, +1 wins)`,
  proven: "proven",
  expectedLine: "Best line",
  showLine: "Show on the board",
  onBoard: "On the board",
  labels: { visits: "visits", prior: "prior", value: "value", exact: "exact value", name: "number of the move", none: "nothing" },
  columns: { move: "Move", prior: "Prior", visits: "Visits", value: "Value", exact: "Exact" },
  columnNotes: {
    prior: "What the net wants to try, before any search",
    visits: "How often the search went there",
    value: "What the search came to think of it",
    exact: "What perfect play gives",
  },
  results: { 1: "wins", 0: "draws", "-1": "loses" },
  exactMaking: (percent) => `Exact values are being computed: ${percent} %`,
  exactAgrees: (name, value) => `Exact play agrees: ${name} is best (${value}).`,
  exactDiffers: (name, value, best, bestValue) => `Here it errs: ${name} gets ${value}, and ${best} would get ${bestValue}.`,
  replay: "Step by step",
  replayHelp: (n) => `Replay its ${n} simulations`,
  replayAt: (k, n) => `Simulation ${k} of ${n}`,
  replayPath: (line, player, value) => `${line}: ${value} for ${player}`,
  play: "Play",
  stop: "Stop",
  back: "Back one",
  forward: "On one",
  leave: "Leave the replay",
};

const CHINESE = {
  tagline: "与自学成才的网络对弈，并看看它在想什么",
  theme: "浅色或深色",
  close: "关闭",
  board: "棋盘",
  settings: "设置",
  new: "新对局",
  undo: "悔棋",
  redo: "重做",
  hint: "提示",
  swap: "交换先后",
  extra: { pass: "停一手", swap: "换走这枚棋子" },
  pause: "暂停",
  goOn: "继续",
  share: "链接",
  paste: "粘贴",
  game: "游戏",
  size: "棋盘",
  you: "你执",
  first: "先手",
  second: "后手",
  both: "双方",
  watch: "不下，只观看",
  strength: "强度",
  simulations: (n) => `${n} 次模拟`,
  netAlone: "仅用网络",
  randomMoves: "随机走子",
  choice: "它的走法",
  temperature: { 0: "最佳", 0.5: "略有变化", 1: "多变" },
  games: { dots: "点格棋", tictactoe: "井字棋", connect4: "四子棋", othello: "黑白棋", hex: "六贯棋", gomoku: "五子棋" },
  rules: {
    dots: "在相邻两点之间画线。围成格子的人占有它，并再走一步。格子多者胜。",
    tictactoe: "三子连成一线者胜。",
    connect4: "把棋子投入一列。四子连成一线者胜。",
    othello: "夹住的对方棋子会翻转。棋子多者胜。",
    hex: "✕ 连接上下两边，○ 连接左右两边。每格与六格相邻。",
    gomoku: "五子连成一线者胜。",
  },
  person: "你",
  machine: "机器",
  yourMove: (player) => `轮到你走（${player}）。`,
  again: (player) => `围成一格！${player} 再走一步。`,
  toMove: (player) => `轮到 ${player}。`,
  loading: "正在载入网络…",
  thinks: (player) => `机器（${player}）正在思考…`,
  paused: "已暂停。",
  before: "它上一步之前的局面。",
  youWin: "你赢了",
  machineWins: "机器赢了",
  playerWins: (player) => `${player} 胜`,
  drawn: "平局",
  points: (a, b) => `，${a} : ${b}。`,
  noPoints: "。",
  hinted: (name) => `机器会走${name}。`,
  moveName: { dots: (name) => `线 ${name}`, connect4: (name) => `第 ${Number(name) + 1} 列`, other: (name) => name },
  drawnPlace: (name) => `${name}，已占`,
  champion: (name) => `机器是冠军 ${name}。`,
  noChampion: (board) => `本站还没有 ${board} 的冠军：机器用随机对局来判断局面，棋力较弱。`,
  failedChampion: (why) => `冠军无法载入（${why}）；机器改用随机对局来判断局面。`,
  failed: (why) => `机器停止了：${why}`,
  brokenLink: (why) => `无法读取这个链接：${why}。现在开始新对局。`,
  copied: "链接已复制，其中带有当前局面。",
  notCopied: "本页地址带有当前局面，请从地址栏复制。",
  pasteTitle: "粘贴棋谱",
  pasteHelp: (example) => `从开局起的各步，用空格或逗号分隔；也可以是局面链接。当前为：${example}`,
  pasteGo: "显示",
  cancel: "取消",
  footer: "一切都在你的浏览器中运行，不向外发送任何内容。",
  speed: (n) => `每秒 ${n} 次模拟。`,
  thoughts: "它在想什么",
  nothingYet: "暂无。",
  over: "对局已结束。",
  now: "当前局面",
  its: "它的上一步",
  expected: "预计比分（网络的直觉）",
  perfectPlay: (a, b) => `若双方此后完美对弈，终局为 ${a} : ${b}。`,
  value: "价值",
  valueNote: (player) => `对将走棋的 ${player}（−1 负，+1 胜）`,
  proven: "已证明",
  expectedLine: "最佳变化",
  showLine: "在棋盘上显示",
  onBoard: "棋盘上显示",
  labels: { visits: "访问", prior: "先验", value: "价值", exact: "精确值", name: "走法编号", none: "无" },
  columns: { move: "走法", prior: "先验", visits: "访问", value: "价值", exact: "精确" },
  columnNotes: {
    prior: "搜索之前，网络想尝试的程度",
    visits: "搜索到过那里多少次",
    value: "搜索对它的评价",
    exact: "完美对弈的结果",
  },
  results: { 1: "胜", 0: "平", "-1": "负" },
  exactMaking: (percent) => `正在计算精确值：${percent} %`,
  exactAgrees: (name, value) => `与精确解一致：${name} 最佳（${value}）。`,
  exactDiffers: (name, value, best, bestValue) => `它在这里有误：${name} 得 ${value}，而 ${best} 可得 ${bestValue}。`,
  replay: "逐步回放",
  replayHelp: (n) => `回放它的 ${n} 次模拟`,
  replayAt: (k, n) => `第 ${k} 次模拟，共 ${n} 次`,
  replayPath: (line, player, value) => `${line}：对 ${player} 为 ${value}`,
  play: "播放",
  stop: "停止",
  back: "上一步",
  forward: "下一步",
  leave: "退出回放",
};

const WORDS = { en: ENGLISH, zh: CHINESE };

let language = "en";

export function chooseLanguage(name) {
  language = Object.hasOwn(WORDS, name) ? name : "en";
}

export function chosenLanguage() {
  return language;
}

/** What `key` says, with `values` put in where it takes some; tables of words are given as they are. */
export function say(key, ...values) {
  const word = WORDS[language][key];
  return typeof word === "function" ? word(...values) : word;
}

/** Fills in the words of all elements that name one: data-word, data-word-label and data-word-title. */
export function sayAll(root) {
  for (const element of root.querySelectorAll("[data-word]")) element.textContent = say(element.dataset.word);
  for (const element of root.querySelectorAll("[data-word-label]")) {
    element.setAttribute("aria-label", say(element.dataset.wordLabel));
  }
  for (const element of root.querySelectorAll("[data-word-title]")) element.title = say(element.dataset.wordTitle);
}

/** Every key, for whoever checks that both languages say the same. */
export const KEYS = { en: Object.keys(ENGLISH), zh: Object.keys(CHINESE) };

/** How a player is called on a board. */
export function playerName(game, player) {
  return (game.name === "dots" ? "AB" : "✕○")[player];
}

/** How a move is called aloud. */
export function moveName(game, action) {
  const names = say("moveName");
  return (names[game.name] ?? names.other)(game.actionName(action));
}

/** A value with its sign: +0.42, −1.00. */
export function signed(value, digits = 2) {
  const rounded = Number(value.toFixed(digits));
  return `${rounded < 0 ? "−" : rounded > 0 ? "+" : ""}${Math.abs(rounded).toFixed(digits)}`;
}
