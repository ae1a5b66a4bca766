import { latinSpellings, SIGNS, splitWords } from '@kitroom/server/search/search-words';

/** Words that are written in several ways. See docs/behaviour/catalogue.md#folding. */
const SPELLINGS = [
  ['and', 'und', 'et', 'y', 'e'],
  ['saint', 'st', 'sankt'],
  ['united', 'utd'],
  ['atletico', 'atl'],
];
const SPELLINGS_OF = new Map(SPELLINGS.flatMap((words) => words.map((word) => [word, words] as const)));

/** A folded word in all ways in which it is written. */
export function spellingsOf(word: string): readonly string[] {
  return SPELLINGS_OF.get(word) ?? [word, ...latinSpellings(word)];
}

/**
 * A folded name in all ways in which it is written: with and without punctuation, with words such as `utd` in
 * one way, and in Latin script.
 */
export function spellName(name: string): string[] {
  const spelled = [name, ...latinSpellings(name)].flatMap((spelling) => {
    const words = splitWords(spelling);
    return [spelling, words.join(' '), words.map((word) => SPELLINGS_OF.get(word)?.[0] ?? word).join(' ')];
  });
  return [...new Set(spelled)].filter((word) => word !== '');
}

/** The records that have a word in a name, by the words of their names, given as one folded text each. */
export function indexWords(names: readonly string[]): ReadonlyMap<string, readonly number[]> {
  const records = new Map<string, number[]>();
  for (const [record, text] of names.entries()) {
    for (const word of new Set(listWords(text))) {
      const known = records.get(word);
      if (known) known.push(record);
      else records.set(word, [record]);
    }
  }
  return records;
}

function listWords(names: string): string[] {
  const text = names.replaceAll('\n', ' ');
  const joined = text.replaceAll(SIGNS, '');
  return [...splitWords(text), ...joined.split(' ').filter(Boolean)];
}

/** Forms of clubs, such as `FC`. See docs/behaviour/catalogue.md#folding. */
const FORMS =
  'fc cf ac sc afc fk sk sv cd ca cp rc ud sd cs as ss us ssc ssd asd bk bc bsc cfc csd cfr ec fbc ff fsv hb fv gd gks ' +
  'hnk gnk ifk if ik jk kf kfc kks ks ksc kv kvc krc kaa kas mks mfk nk ogc pfc rcd rkc rsc sfc sg sl sm ssv sp sf ' +
  'tj tsg tsv tus usc vfb vfl vfr vv wks zks';
/** What else names of clubs have or lack without being others'. */
const FILLERS =
  'club clube clubul klub klubb kulubu verein calcio football futbol futebol fotbal fudbal fudbalski fodbold fotboll ' +
  'fussball voetbal kit kits the de del della di da do dos das des du la le les el al';

const FORM_WORDS: ReadonlySet<string> = new Set(FORMS.split(' '));
const FILLER_WORDS: ReadonlySet<string> = new Set(FILLERS.split(' '));

/** Whether a word is the form of a club, such as `fc`. */
export function isForm(word: string): boolean {
  return FORM_WORDS.has(word);
}

/** The distinctive words of a folded name: without forms and articles. All words if there are no others. */
export function listDistinctive(name: string): string[] {
  const words = splitWords(name);
  const distinctive = words.filter((word) => !FORM_WORDS.has(word) && !FILLER_WORDS.has(word));
  return distinctive.length > 0 ? distinctive : words;
}

/** A number but that of a second team. */
const NUMBER = /^(?:1|\d{2,})$/;

/** Words without numbers, such as the year of a foundation; all of them if they are only numbers. */
export function withoutNumbers(words: readonly string[]): readonly string[] {
  const otherWords = words.filter((word) => !NUMBER.test(word));
  return otherWords.length > 0 ? otherWords : words;
}
