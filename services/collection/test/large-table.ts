const COLUMNS = ['Name', 'Club', 'Brand', 'Season', 'Size', 'Player', 'Number', 'Notes'];

/** A table of a collection: headings and this many records. */
export function listRecords(rows: number): string[][] {
  return [COLUMNS, ...Array.from({ length: rows }, (_, at) => toRecord(at))];
}

export function toCsv(rows: number): string {
  return listRecords(rows)
    .map((record) => record.map((text) => `"${text}"`).join(','))
    .join('\n');
}

/** A record with a unique name and unique notes. */
function toRecord(number: number): string[] {
  const notes = `Bought at flea market number ${number}, in good condition, with a letter of the seller.`;
  const name = `Shirt ${number} of the collection`;
  return [
    name,
    `Club ${number % 500}`,
    'Nike',
    '2003-04',
    'L',
    `Player ${number % 3000}`,
    String(number % 100),
    notes,
  ];
}
