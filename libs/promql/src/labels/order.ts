/** Compares texts by code points, which is the order of their bytes in UTF-8. */
export function compareText(left: string, right: string): number {
  if (left === right) return 0;
  const length = Math.min(left.length, right.length);
  for (let index = 0; index < length; index++) {
    const a = left.charCodeAt(index);
    const b = right.charCodeAt(index);
    if (a !== b) return rank(a) - rank(b);
  }
  return left.length - right.length;
}

/** Surrogates stand for code points above all others. */
function rank(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}

/** Compares texts as people do: runs of digits by their number. */
export function compareNatural(left: string, right: string): number {
  const a = left.match(/\d+|\D+/g) ?? [];
  const b = right.match(/\d+|\D+/g) ?? [];
  for (let index = 0; index < Math.min(a.length, b.length); index++) {
    const order = compareRun(a[index], b[index]);
    if (order !== 0) return order;
  }
  return a.length - b.length || compareText(left, right);
}

function compareRun(left: string, right: string): number {
  if (!/^\d/.test(left) || !/^\d/.test(right)) return compareText(left, right);
  const a = left.replace(/^0+(?=\d)/, '');
  const b = right.replace(/^0+(?=\d)/, '');
  return a.length - b.length || compareText(a, b);
}
