const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

/** A size as people read it: `1.2 MB`. */
export function showBytes(bytes: number): string {
  const step = Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  const format = { style: 'unit', unit: UNITS[step], maximumFractionDigits: 1 } as const;
  return (bytes / 1000 ** step).toLocaleString('en', format);
}
