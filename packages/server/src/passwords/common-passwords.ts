/** Words of this project, which attackers try first, with digits and punctuation around them. */
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

/** Whether a password is one of the most frequent ones or a word of this project, ignoring case. */
export async function isCommonPassword(password: string): Promise<boolean> {
  const text = password.trim().toLowerCase();
  const word = /\p{L}(?:.*\p{L})?/su.exec(text)?.[0].replaceAll(/[\s_-]/g, '') ?? '';
  return OWN_WORDS.has(word) || (await commonPasswords()).has(text);
}

/** Loading takes half a second and some megabytes, so only processes that set passwords do it. */
function commonPasswords(): Promise<ReadonlySet<string>> {
  common ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common']),
  );
  return common;
}
