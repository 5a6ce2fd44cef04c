let lastId = 0;

/** An ID for a row of a form that is unique while the page is open. */
export function nextId(): number {
  lastId += 1;
  return lastId;
}
