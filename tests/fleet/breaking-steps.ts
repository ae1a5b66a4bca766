/** Migration steps that break the previous version of the service. */
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

/** Comment that states since which release the removed object is unused. */
const REASON = /(?:\/\/|--|\*)\s*Unused since \d+\.\d+/;

/**
 * Lists the breaking steps of a migration's source that lack a comment such as `-- Unused since 1.4: …`.
 * `down` may contain breaking steps.
 */
export function findBreakingSteps(source: string): string[] {
  if (REASON.test(source)) return [];
  const up = source
    .replace(/export async function down[\s\S]*?\n}\n/, '')
    .replaceAll(/^\s*(\/\/|--|\/?\*).*$/gm, '');
  return Object.entries(BREAKING)
    .filter(([, patterns]) => patterns.some((pattern) => pattern.test(up.toLowerCase())))
    .map(([step]) => step);
}
