/** Words of this project: with digits and signs around them they are the first that anyone tries. */
const OWN_WORDS: ReadonlySet<string> = new Set([
  'kitroom',
  'kitroomadmin',
  'kitroomcatalogue',
  'kitroomcollection',
  'footballkit',
  'footballkits',
  'footballshirt',
  'footballshirts',
  'shirtcollector',
  'kitcollector',
]);

let common: Promise<ReadonlySet<string>> | undefined;

/** Whether a password is one of the most frequent ones, or a word of this project; without case. */
export async function isCommonPassword(password: string): Promise<boolean> {
  const text = password.trim().toLowerCase();
  const word = text.replaceAll(/^[^\p{L}]+|[^\p{L}]+$/gu, '').replaceAll(/[\s_-]/g, '');
  return OWN_WORDS.has(word) || (await commonPasswords()).has(text);
}

/** Half a second's work and some megabytes: only processes that set passwords load the list. */
function commonPasswords(): Promise<ReadonlySet<string>> {
  common ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common']),
  );
  return common;
}
