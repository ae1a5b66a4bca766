const TITLES =
  /<title[^<>]{0,200}>\s{0,100}(?:just a moment|attention required|checking your browser|verify you are human)/i;
const MARKS = /_cf_chl_opt|cf-challenge|cf-chl-/i;

/** Whether an HTML page is a bot challenge. Scrapers must not try to bypass it. */
export function isChallengePage(html: string): boolean {
  return TITLES.test(html) || MARKS.test(html);
}
