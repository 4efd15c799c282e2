"use strict";
// What both pages draw with. Text from outside enters through text nodes and setAttribute alone, never as markup.

/** An element with its attributes (a function is a listener; null and false are left out) and children. */
function make(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(key, value);
    else if (value !== null && value !== undefined && value !== false) element.setAttribute(key, value === true ? "" : value);
  }
  element.append(...children.flat(Infinity).filter((child) => child instanceof Node || typeof child === "number" || (typeof child === "string" && child !== "")));
  return element;
}

/** The documents that elements of this class hold, in their order. */
function documents(name) {
  return Array.from(document.querySelectorAll(`script.${name}`), (element) => JSON.parse(element.textContent));
}

/** A figure as a person reads it. */
function figure(value, digits = 3) {
  if (value === null || value === undefined) return "";
  return Math.abs(value) >= 1000 ? value.toLocaleString("en", { maximumFractionDigits: 0 }) : value.toFixed(digits);
}

function interval(low, high, digits = 3) {
  return low === null || low === undefined ? "" : `${figure(low, digits)}${low < 0 ? " to " : "–"}${figure(high, digits)}`;
}

function counted(n, noun) {
  return `${n.toLocaleString("en")} ${noun}${n === 1 ? "" : "s"}`;
}

const SIGNS = { pass: "✓", fail: "✗", undecided: "?", not_applicable: "·", error: "!" };
const WORDS = { pass: "pass", fail: "fail", undecided: "undecided", not_applicable: "does not apply", error: "not scored" };

/** What is shown with the sign of its decision, which eyes read, and the word for it, which a screen reader does. */
function mark(decision, shown = "") {
  if (!decision) return make("span", {}, shown);
  const sign = make("span", { "aria-hidden": "true" }, SIGNS[decision]);
  return make("span", { class: `mark ${decision}` }, shown, shown && " ", sign, unseen(` ${WORDS[decision]}`));
}

/** The sign of a decision, then a word for it. */
function word(decision, said = WORDS[decision]) {
  return make("span", { class: `mark ${decision}` }, make("span", { "aria-hidden": "true" }, SIGNS[decision]), ` ${said}`);
}

/** Words for a screen reader alone. */
function unseen(words) {
  return make("span", { class: "unseen" }, words);
}

/** A value between 0 and 1 with its interval, and what it is held against; the figures stand beside it as text. */
function bar({ value, low, high, least, most, raw, floor, baseline }, [from, to] = [0, 1]) {
  const at = (x) => `${(100 * (Math.min(Math.max(x, from), to) - from)) / (to - from)}%`;
  const drawn = make("div", { class: "bar", "aria-hidden": "true" });
  const span = (kind, start, end) => {
    const part = make("span", { class: kind });
    part.style.left = at(start);
    part.style.right = `calc(100% - ${at(end)})`;
    drawn.append(part);
  };
  const point = (kind, x) => {
    const part = make("span", { class: kind });
    part.style.left = at(x);
    drawn.append(part);
  };
  const known = (x) => x !== null && x !== undefined;
  if (known(least) && known(most) && least !== most) span("open", least, most);
  if (known(low) && known(high)) span("interval", low, high);
  if (known(floor)) point("floor", floor);
  if (known(baseline)) point("baseline", baseline);
  if (known(raw)) point("raw", raw);
  if (known(value)) point("value", value);
  return drawn;
}

/** What the signs of the bars mean, for those that some bar has. */
function legend(rows) {
  const has = (name) => rows.some((row) => row[name] !== null && row[name] !== undefined);
  const entries = [
    ["value", "value", true],
    ["interval", "95 % interval", has("low")],
    ["raw", "as the judge says it, uncorrected", has("raw")],
    ["floor", "floor", has("floor")],
    ["baseline", "baseline", has("baseline")],
    ["open", "what it can still become", rows.some((row) => row.least !== row.most)],
  ];
  const shown = entries.filter(([, , wanted]) => wanted);
  return make("ul", { class: "legend", "aria-hidden": "true" }, shown.map(([kind, words]) =>
    make("li", {}, make("span", { class: "bar key" }, make("span", { class: kind })), words)));
}

/** Names and what is said of them. */
function facts(pairs) {
  return make("dl", { class: "facts" }, pairs.map(([name, text]) => make("div", {}, make("dt", {}, name), make("dd", {}, text))));
}

/** A section under a heading that a screen reader can jump to. */
function section(id, heading, ...children) {
  return make("section", { "aria-labelledby": `${id}-heading`, id }, make("h2", { id: `${id}-heading` }, heading), ...children);
}

/** A plain table: headings (a heading that starts with ">" stands over figures), and rows of cells. */
function table(caption, headings, rows) {
  const numeric = headings.map((heading) => heading.startsWith(">"));
  const plain = headings.map((heading) => heading.replace(/^>/, ""));
  return make("div", { class: "scroll" }, make("table", {},
    make("caption", { class: "unseen" }, caption),
    make("thead", {}, make("tr", {}, plain.map((heading, place) => make("th", { scope: "col", class: numeric[place] && "figure" }, heading)))),
    make("tbody", {}, rows.map((cells) => make("tr", {}, cells.map((cell, place) =>
      place === 0
        ? make("th", { scope: "row" }, cell)
        : make("td", { class: numeric[place] && "figure" }, cell)))))));
}
