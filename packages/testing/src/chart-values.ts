/**
 * Reads the values of a chart on the admin interface's start page from its bars. Small values are inexact, as
 * their bars are too short.
 */
export function chartValues(page: string, title: string): number[] {
  const chart = page.split('<svg').find((svg) => svg.includes(`aria-label="${title}`));
  const most = Number(chart?.match(/: at most ([\d,]+)"/)?.[1]);
  if (chart === undefined || Number.isNaN(most))
    throw new Error(`there is no chart of ${title} in:\n${page}`);
  const heights = [...chart.matchAll(/ height="([\d.]+)"/g)].map(([, height]) => Number(height));
  return heights.map((height) => Math.round((height / 40) * most));
}
