import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';

/** Argon2id with 19 MiB, two iterations and one lane, as OWASP recommends; takes about 12 ms. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** The prefix of hashes with these parameters. */
const HASH_PREFIX = `$argon2id$v=19$m=${COST.memoryCost},t=${COST.timeCost},p=${COST.parallelism}$`;

/** Verifies passwords, in the same time if there is no hash. */
export interface PasswordCheck {
  /** Whether the password matches; always false without a hash. */
  matches(passwordHash: string | null | undefined, password: string): Promise<boolean>;
}

/** Hashes a password with Argon2id, the library's default, as a PHC string. Default: a random salt. */
export function hashPassword(password: string, salt?: Uint8Array): Promise<string> {
  return hash(password, { ...COST, ...(salt && { salt }) });
}

/** Whether a hash has other parameters than new ones. */
export function isOutdatedHash(passwordHash: string): boolean {
  return !passwordHash.startsWith(HASH_PREFIX);
}

/** Creates a verifier, with a dummy hash for users that do not exist. */
export function openPasswordCheck(): PasswordCheck {
  const dummyHash = hashPassword(randomBytes(32).toString('base64url'));
  // Callers that await it see the error; until then it must not count as unhandled.
  dummyHash.catch(() => undefined);
  return {
    async matches(passwordHash, password) {
      const isRight = await verify(passwordHash ?? (await dummyHash), password);
      return isRight && passwordHash !== null && passwordHash !== undefined;
    },
  };
}

/** Words of this project, which attackers try first, also with digits and punctuation around them. */
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
