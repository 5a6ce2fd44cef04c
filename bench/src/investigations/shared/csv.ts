/** Rows of CSV with a header, as objects by the names of the columns. Fields in quotes may have commas, line feeds and doubled quotes. */
export function parseCsv(text: string): Record<string, string>[] {
  const [header, ...rows] = parseRows(text);
  return rows.map((row) => Object.fromEntries((header ?? []).map((name, index) => [name, row[index] ?? ''])));
}

export function parseRows(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let field = '';
  let isQuoted = false;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (isQuoted) {
      if (character !== '"') field += character;
      else if (text[at + 1] === '"') field += text[++at];
      else isQuoted = false;
    } else if (character === '"') isQuoted = true;
    else if (character === ',' || character === '\n') {
      row.push(field);
      field = '';
      if (character === ',') continue;
      rows.push(row);
      row = [];
    } else if (character !== '\r') field += character;
  }
  if (field !== '' || row.length > 0) rows.push([...row, field]);
  return rows;
}
