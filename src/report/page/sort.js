"use strict";
// A click on a column's name sorts its table, a second one the other way round. Numbers sort by
// value, "6/15" by its share, and what is missing comes last either way.
const value = (text) => {
  const share = text.match(/^(\d+)\/(\d+)/);
  if (share) return Number(share[1]) / Math.max(1, Number(share[2]));
  const units = { "ns": 1e-9, "µs": 1e-6, "ms": 1e-3 };
  const number = text.match(/^[<>]?\s*([-+]?\d[\d.]*(?:e[-+]?\d+)?)\s*(ns|µs|ms)?/);
  return number ? Number(number[1]) * (units[number[2]] ?? 1) : null;
};
const compare = (one, other) => {
  if (one === "-" || other === "-") return null;
  const [a, b] = [value(one), value(other)];
  return a !== null && b !== null ? a - b : one.localeCompare(other, "en", { numeric: true });
};
for (const button of document.querySelectorAll("th button")) {
  button.addEventListener("click", () => {
    const head = button.parentElement;
    const body = head.closest("table").tBodies[0];
    const column = [...head.parentElement.children].indexOf(head);
    const way = head.getAttribute("aria-sort") === "ascending" ? -1 : 1;
    for (const other of head.parentElement.children) other.removeAttribute("aria-sort");
    head.setAttribute("aria-sort", way === 1 ? "ascending" : "descending");
    const text = (row) => row.cells[column].textContent.trim();
    const order = (one, other) => {
      const found = compare(text(one), text(other));
      return found === null ? (text(one) === "-") - (text(other) === "-") : way * found;
    };
    body.append(...[...body.rows].sort(order));
  });
}
