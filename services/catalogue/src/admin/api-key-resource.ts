import type { Database } from '@kitroom/server/database/database';
import { refuseForm, type Field, type FormValues } from '@kitroom/server/pages/form';
import { html, type Html } from '@kitroom/server/pages/html';
import type { Page } from '@kitroom/server/pages/layout';
import type { PageRequest } from '@kitroom/server/pages/page-router';
import { listHref, type Resource } from '@kitroom/server/pages/resource';
import { time } from '@kitroom/server/pages/table';
import { findValidApiKey, KEY_LIST, revokeApiKey, type ApiKeyRow } from '../api-keys/api-key-queries.ts';
import {
  createApiKey,
  hashApiKey,
  InvalidKeyOption,
  readKeyExpiry,
  readKeyLimit,
  readKeyName,
  type ApiKeyOptions,
} from '../api-keys/create-api-key.ts';
import type { ApiKeys } from '../api-keys/identify-key.ts';
import type { Config } from '../config.ts';
import { insertAuditEntry } from './audit-log.ts';
import type { Operator } from './operator-session.ts';

type Request = PageRequest<Operator>;

const PATH = '/api-keys';

export function apiKeyResource(
  { db, config }: { db: Database; config: Config },
  keys: ApiKeys,
): Resource<ApiKeyRow, Operator> {
  return {
    path: PATH,
    title: 'API keys',
    singular: 'key',
    plural: 'keys',
    source: KEY_LIST,
    nameOf: ({ name }) => name,
    filters: [],
    columns: () => [
      { label: 'Name', cell: ({ name }) => name },
      { label: 'State', cell: showState },
      { label: 'Requests per window', cell: showLimit },
      { label: 'Created', cell: (row) => time(row.created_at) },
      { label: 'Expires', cell: (row) => time(row.expires_at) },
      { label: 'Id', isNumber: true, cell: ({ id }) => String(id) },
    ],
    sort: 'number',
    empty: 'There are no API keys yet.',
    note: () =>
      !config.API_ENABLE_AUTH &&
      html`The API needs no key at the moment: <code>API_ENABLE_AUTH</code> is off. A key that is sent still
        has its own limit.`,
    form: {
      title: 'New API key',
      fields: () => fieldsOf(config),
      create: (request) => create(db, keys, request),
    },
    actions: [
      {
        name: 'revoke',
        label: 'Revoke',
        tone: 'danger',
        isOffered: ({ revoked_at: revokedAt }) => revokedAt === null,
        confirm: ({ name }) => ({
          title: `Revoke the key of ${name}?`,
          text: 'Requests with this key will be rejected. A revoked key cannot be restored.',
        }),
        act: (row, { visitor }) => revoke(db, keys, visitor, row),
      },
    ],
  };
}

function showState({ revoked_at: revokedAt, expires_at: expiresAt }: ApiKeyRow): Html {
  if (revokedAt) return html`<span class="tag bad">revoked</span> ${time(revokedAt)}`;
  if (expiresAt && expiresAt.getTime() <= Date.now()) return html`<span class="tag idle">expired</span>`;
  return html`<span class="tag">valid</span>`;
}

function showLimit({ is_unlimited: isUnlimited, rate_limit: rateLimit }: ApiKeyRow): string {
  return isUnlimited ? 'no limit' : (rateLimit?.toLocaleString('en') ?? 'default');
}

function fieldsOf({ RATE_LIMIT_REQUESTS: defaultLimit }: Config): Field[] {
  return [
    { name: 'name', label: 'Name', hint: 'The owner of the key.' },
    {
      name: 'expires',
      label: 'Last day',
      type: 'date',
      isOptional: true,
      isShort: true,
      hint: 'In UTC. Without a date the key never expires.',
    },
    {
      name: 'limit',
      label: 'Requests per window',
      isOptional: true,
      isShort: true,
      hint: `A number, or none for no limit. The default is ${defaultLimit.toLocaleString('en')}.`,
    },
  ];
}

/** Returns a page instead of a redirect, because only this response contains the key, which is not stored. */
async function create(db: Database, keys: ApiKeys, { form, visitor }: Request): Promise<Page> {
  const options = readOptions(form);
  const key = await db.transaction((transaction) => createLogged(transaction, visitor, options));
  keys.forget();
  const list = listHref({ path: PATH });
  return {
    title: 'The new API key',
    trail: [{ href: list, label: 'API keys' }],
    body: html`<p>
        This is the key of <strong>${options.name}</strong>. It is shown only once: copy it now. Only its hash
        is stored.
      </p>
      <p><code class="secret" tabindex="0" aria-label="The key">${key}</code></p>
      <p>Clients send it in the header <code>X-API-Key</code>.</p>
      <p><a class="button" href="${list}">I have copied it</a></p>`,
  };
}

async function createLogged(
  transaction: Database,
  { name }: Operator,
  options: ApiKeyOptions,
): Promise<string> {
  const key = await createApiKey(transaction, options);
  const row = await findValidApiKey(transaction, hashApiKey(key));
  await insertAuditEntry(transaction, {
    operator: name,
    action: 'create',
    subject: 'api_key',
    ...(row && { subjectId: row.id }),
    label: options.name,
    after: { name: options.name, expires_at: options.expiresAt, rate_limit: options.rateLimit },
  });
  return key;
}

function readOptions(values: FormValues): ApiKeyOptions {
  const errors: Record<string, string> = {};
  function read<T>(field: string, reader: (text: string) => T): T | null {
    const text = (values[field] ?? '').trim();
    if (text === '' && field !== 'name') return null;
    try {
      return reader(text);
    } catch (error) {
      if (!(error instanceof InvalidKeyOption)) throw error;
      errors[field] = error.message;
      return null;
    }
  }
  const name = read('name', readKeyName);
  const expiresAt = read('expires', readKeyExpiry);
  const rateLimit = read('limit', readKeyLimit);
  if (expiresAt && expiresAt.getTime() <= Date.now()) errors['expires'] = 'This day is over already.';
  if (name === null || Object.keys(errors).length > 0) throw refuseForm(errors);
  return { name, expiresAt, rateLimit };
}

async function revoke(
  db: Database,
  keys: ApiKeys,
  operator: Operator,
  { id, name }: ApiKeyRow,
): Promise<string> {
  const isRevoked = await db.transaction(async (transaction) => {
    if (!(await revokeApiKey(transaction, id))) return false;
    const subject = { subject: 'api_key', subjectId: id, label: name };
    await insertAuditEntry(transaction, { operator: operator.name, action: 'revoke', ...subject });
    return true;
  });
  keys.forget();
  return isRevoked ? `Revoked the key of ${name}.` : `The key of ${name} was revoked already.`;
}
