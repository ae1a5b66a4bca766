import { splitWords } from './search-index/words.ts';

/** Forms of clubs, such as `FC`. Source: the rules on what people write. */
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

/** The words of a folded name that tell which club it is: without forms and articles. All words if none tells more. */
export function listTelling(name: string): string[] {
  const words = splitWords(name);
  const telling = words.filter((word) => !FORM_WORDS.has(word) && !FILLER_WORDS.has(word));
  return telling.length > 0 ? telling : words;
}

/** A number but that of a second team. */
const NUMBER = /^(?:1|\d{2,})$/;

/** Words without numbers, such as the year of a foundation; all of them if they are only numbers. */
export function withoutNumbers(words: readonly string[]): readonly string[] {
  const others = words.filter((word) => !NUMBER.test(word));
  return others.length > 0 ? others : words;
}
