/** Steps of a migration that the version before it cannot go on with. */
const BREAKING: Readonly<Record<string, readonly RegExp[]>> = {
  'drops what may still be read': [
    /\bdrop\s+(table|column|view|materialized view|type|function|schema)\b/,
    /\.drop(table|column|view)/,
  ],
  'renames what may still be read': [/\brename\s+(column\b|to\b|\w+\s+to\b)/, /\.rename(table|column)/],
  'gives a column another type': [/\balter\s+column\s+\w+\s+(set\s+data\s+)?type\b/, /\.alter\(/],
  'requires what is not written yet': [/\balter\s+column\s+\w+\s+set\s+not\s+null\b/, /\.dropnullable\(/],
  'adds a column that is not written yet': [
    /\badd\s+column\s+(?!(?:[^,;](?!,\n))*\b(default|generated)\b)(?:[^,;](?!,\n))*\bnot\s+null\b/,
    /\.altertable\((?:(?!\}\);)[\s\S])*?\btable\s*\.(?:(?!default|generated|;)[\s\S])+\.notnullable\(\)(?!\s*\.default)/,
  ],
};

/** Says since which release nothing uses what goes. */
const REASON = /(?:\/\/|--|\*)\s*Unused since \d+\.\d+/;

/**
 * The breaking steps that a migration's source takes without a comment such as `-- Unused since 1.4: …`.
 * Taking back (`down`) may break.
 */
export function findBreakingSteps(source: string): string[] {
  if (REASON.test(source)) return [];
  const up = source
    .replace(/export async function down[\s\S]*?\n}\n/, '')
    .replaceAll(/^\s*(\/\/|--|\/?\*).*$/gm, '');
  return Object.entries(BREAKING)
    .filter(([, patterns]) => patterns.some((pattern) => pattern.test(up.toLowerCase())))
    .map(([what]) => what);
}
