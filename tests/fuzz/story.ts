import { createHmac } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { plainDraft, type Credentials, type Draft } from './drafts.ts';
import type { Upload } from './forms.ts';
import type { FuzzedServices } from './fuzzed-services.ts';
import type { Fuzzer, Lane } from './fuzzer.ts';
import type { User } from './users.ts';
import { Known } from './values.ts';

/** A life of somebody who signs up, does everything there is and goes; with other requests in between. */
export interface Story {
  name: string;
  password: string;
  /** Sent as this user, one before each step. */
  between: readonly Draft[];
}

type StepOptions = {
  body?: object;
  form?: object;
  params?: Record<string, unknown>;
  as?: Credentials['kind'];
};

/**
 * Lives it. Where one of the requests in between has ended the account, or has asked for a mail in its place,
 * as is done once a minute, some of it is left out.
 */
export async function liveStory(
  { name, password, between }: Story,
  { lane, fuzzer, services }: { lane: Lane; fuzzer: Fuzzer; services: FuzzedServices },
): Promise<void> {
  const user: User = {
    id: 0,
    username: name,
    email: `${name}@example.org`,
    password,
    isThrowaway: true,
    items: [],
    photos: [],
    shares: [],
  };
  const rest = [...between];

  /** Answers the body of a good answer; undefined for any other. */
  async function step(id: string, options: StepOptions = {}) {
    const other = rest.shift();
    if (other) await lane.perform(other, user);
    const operation = fuzzer.operations.find((one) => one.service === 'collection' && one.id === id);
    if (!operation) throw new Error(`the document has no ${id}`);
    const { body, form, params = {}, as = 'session' } = options;
    const answer = await lane.perform(
      plainDraft(operation, {
        params,
        credentials: { kind: as } as Credentials,
        body: body
          ? { type: 'application/json', value: body }
          : form && { type: 'multipart/form-data', value: form },
      }),
      user,
    );
    return answer && answer.status < 400 ? (answer.body ?? {}) : undefined;
  }

  /** Waits for a mail with a key; false where none has come and another request may be why. */
  async function consumeKey(subject: string): Promise<boolean> {
    try {
      user.key = await services.mailbox.nextKey(user.email, subject);
      return true;
    } catch (error) {
      if (between.length === 0) throw error;
      return false;
    }
  }

  async function signIn() {
    user.cookie ??= 'none';
    await step('login', { body: { username: user.username, password: user.password } });
    user.csrf = (await step('getCsrfToken'))?.csrf_token;
  }

  const { username, email } = user;
  const account = await step('signup', {
    as: 'none',
    body: { username, email, password, name: 'Some Body' },
  });
  if (!account) return;
  await step('resendVerification', { as: 'none', body: { email } });
  if (!(await consumeKey('Verify your e-mail address'))) return;
  await step('verifyEmail', { as: 'none', body: { key: user.key } });
  await step('createToken', { as: 'none', body: { username: user.username, password } });
  await signIn();
  user.id = (await step('getSession'))?.user?.id ?? 0;
  await step('confirmSession', { body: { password } });
  await step('endSession', { params: { id: (await step('listSessions'))?.sessions?.[0]?.id } });
  await signIn();
  await useTokens(step);
  await collect(step, user);
  await importTable(step);
  await exportCollection(step);
  await step('patchProfile', { body: { biography: 'Shirts.', location: 'Málaga', is_private: true } });
  await step('putAvatar', { form: { avatar: new Known('picture', 0) } });
  await step('deleteAvatar');
  await step('startSocialLogin', { params: { provider: 'stub' } });
  await useSecondFactor(step, user);
  await changePasswords(step, { user, consumeKey, signIn });
  await step('exportAccount');
  await step('deleteAccount', { body: { username: user.username, password: user.password } });
}

// oxlint-disable-next-line typescript/no-explicit-any -- answers are checked against the document already
type Step = (id: string, options?: StepOptions) => Promise<any>;

async function useTokens(step: Step): Promise<void> {
  const id = (await step('createAppToken', { body: { name: 'An app', scope: 'write' } }))?.id;
  await step('listAppTokens');
  await step('getToken', { as: 'token' });
  await step('deleteAppToken', { params: { id } });
}

async function collect(step: Step, user: User): Promise<void> {
  const brand = new Known('brand', user.id);
  const item = { item_type: 'jersey', name: 'A shirt', brand, size: 4, tags: ['retro'] };
  const created = await step('createItem', { body: item });
  const params = { id: created?.id };
  const place = { content_type: 1, object_id: created?.id };
  const photo = await step('createPhoto', { form: { image: new Known('picture', user.id), ...place } });
  const ofPhoto = { params: { id: photo?.id } };
  await step('patchPhoto', { ...ofPhoto, body: { caption: 'Front', order: 3 } });
  await step('putPhoto', { ...ofPhoto, form: { image: new Known('picture', 1), ...place } });
  await step('patchItem', { params, body: { condition: 7, secondary_colors: [1, 2] } });
  await step('batchItems', { body: { ids: [created?.id], set: { condition: 6 }, add_tags: ['worn'] } });
  await step('getItem', { params, as: 'token' });
  await step('deletePhoto', ofPhoto);
  await step('putItem', { params, body: { ...item, is_signed: true, player_name: 'Öberg' } });
  await step('deleteItem', { params });
  await step('listItemChanges', { as: 'token' });
}

/** Rows with a brand that nobody knows, of which one has a condition that no item can have. */
const TABLE: Upload = {
  name: 'caps.csv',
  type: 'text/csv',
  bytes: Buffer.from(
    'item_type,type,name,brand,condition\nother,cap,A cap,Nowhere,8\nother,pin,A pin,Nowhere,8\nother,pin,A pin,Nowhere,14\n',
  ),
};

async function importTable(step: Step): Promise<void> {
  const params = { id: (await step('createImport', { form: { file: TABLE } }))?.id };
  if (params.id === undefined || !(await settle(step, params))) return;
  await step('patchImport', { params, body: { options: { on_match: 'add' } } });
  await settle(step, params);
  const brand = new Known('brand', 0);
  await step('resolveImport', { params, body: { field: 'brand', text: 'Nowhere', id: brand } });
  await settle(step, params);
  await step('patchImportRow', { params: { ...params, number: 2 }, body: { skip: true } });
  await settle(step, params);
  await step('patchImportRows', { params, body: { field: 'condition', set: { condition: 4 } } });
  await settle(step, params);
  await step('listImportRows', { params });
  await step('getImportRow', { params: { ...params, number: 2 } });
  await step('applyImport', { params });
  await settle(step, params);
  await step('getFailedRows', { params });
  await step('undoImport', { params });
  await settle(step, params);
  await step('deleteImport', { params });
}

async function exportCollection(step: Step): Promise<void> {
  const params = { id: (await step('createExport'))?.id };
  if (params.id === undefined || !(await settle(step, params, 'getExport'))) return;
  await step('downloadExport', { params });
}

const WORKING = new Set(['reading', 'applying', 'undoing', 'waiting', 'running']);

/** Waits until nothing works on an import or export; false if it is gone, or takes too long. */
async function settle(step: Step, params: { id: number }, read = 'getImport'): Promise<boolean> {
  for (let tries = 0; tries < 100; tries += 1) {
    const found = await step(read, { params });
    if (!found) return false;
    if (!WORKING.has(found.status)) return true;
    await delay(100);
  }
  return false;
}

async function useSecondFactor(step: Step, user: User): Promise<void> {
  const { username, password } = user;
  const secret = (await step('startTotp'))?.secret;
  if (typeof secret !== 'string') return;
  user.code = codeOf(secret);
  const codes = (await step('confirmTotp', { body: { code: user.code } }))?.recovery_codes ?? [];
  await step('logout');
  user.cookie ??= 'none';
  await step('login', { body: { username, password } });
  await step('login', { body: { username, password, code: codes[0] ?? 'none' } });
  user.csrf = (await step('getCsrfToken'))?.csrf_token;
  await step('createRecoveryCodes', { body: { password } });
  await step('removeTotp', { body: { password } });
}

async function changePasswords(
  step: Step,
  {
    user,
    consumeKey,
    signIn,
  }: { user: User; consumeKey: (subject: string) => Promise<boolean>; signIn: () => Promise<void> },
): Promise<void> {
  const next = `${user.password} again`;
  const body = { current_password: user.password, new_password: next };
  if (await step('changePassword', { body })) user.password = next;
  if (!(await step('resetPassword', { as: 'none', body: { email: user.email } }))) return;
  if (!(await consumeKey('Set a new password'))) return;
  const reset = await step('confirmPasswordReset', {
    as: 'none',
    body: { key: user.key, password: `${next}!` },
  });
  if (reset) user.password = `${next}!`;
  await signIn();
}

/** A code of RFC 6238, of now. */
function codeOf(secret: string): string {
  const bits = Array.from(secret, (letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0')).join('');
  const bytes = bits.match(/.{8}/g)?.map((byte) => Number.parseInt(byte, 2)) ?? [];
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000)));
  const hash = createHmac('sha1', Buffer.from(bytes)).update(counter).digest();
  const offset = (hash.at(-1) ?? 0) & 0xf;
  return String((hash.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
