import type { Database } from '@kitroom/server/database/database';
import { notFound } from '@kitroom/server/http/errors';
import { form, type Field, type FormErrors, type FormValues } from '@kitroom/server/pages/form';
import { html, type Html } from '@kitroom/server/pages/html';
import type { Page } from '@kitroom/server/pages/layout';
import type { Redirect, PageRequest, PageRoute } from '@kitroom/server/pages/page-router';
import { table } from '@kitroom/server/pages/table';
import { findValidApiKey, listApiKeys, revokeApiKey, type ApiKeyRow } from '../api-keys/api-key-queries.ts';
import { createApiKey, hashApiKey, type ApiKeyOptions } from '../api-keys/create-api-key.ts';
import type { ApiKeys } from '../api-keys/identify-key.ts';
import { readKeyExpiry, readKeyLimit, readKeyName, InvalidKeyOption } from '../api-keys/read-key-options.ts';
import { insertAuditEntry } from './audit-queries.ts';
import { ADMIN_ROOT, type Operator } from './operator-session.ts';
import { readId } from '@kitroom/server/pages/read-number';
import { FormRefused } from './records/record-form.ts';
import type { Config } from '../config.ts';
import { time } from '@kitroom/server/pages/show-time';

type Request = PageRequest<Operator>;

const PATH = `${ADMIN_ROOT}/api-keys`;
const TRAIL = [{ href: PATH, label: 'API keys' }];

export function apiKeyRoutes(
  context: { db: Database; config: Config },
  keys: ApiKeys,
): Array<PageRoute<Operator>> {
  return [
    { method: 'GET', path: '/api-keys', answer: () => listPage(context) },
    { method: 'GET', path: '/api-keys/new', answer: (request) => newPage(context, request) },
    { method: 'POST', path: '/api-keys/new', answer: (request) => create(context, keys, request) },
    { method: 'GET', path: '/api-keys/:id/revoke', answer: (request) => revokePage(context, request) },
    { method: 'POST', path: '/api-keys/:id/revoke', answer: (request) => revoke(context, keys, request) },
  ];
}

async function listPage({ db, config }: { db: Database; config: Config }): Promise<Page> {
  const rows = await listApiKeys(db);
  return {
    title: 'API keys',
    actions: html`<a class="button primary" href="${PATH}/new">New API key</a>`,
    body: html`
      ${
        !config.API_ENABLE_AUTH &&
        html`<p class="notice">
          The API needs no key at the moment: <code>API_ENABLE_AUTH</code> is off. A key that is sent has its
          own limit all the same.
        </p>`
      }
      ${table({
        caption: 'API keys, oldest first',
        columns: [
          { label: 'Name', cell: ({ name }) => name },
          { label: 'State', cell: state },
          { label: 'Requests per window', cell: limit },
          { label: 'Created', cell: (row) => time(row.created_at) },
          { label: 'Expires', cell: (row) => time(row.expires_at) },
          { label: 'Number', isNumber: true, cell: ({ id }) => String(id) },
          {
            label: 'Revoke',
            cell: ({ id, name, revoked_at: revokedAt }) =>
              revokedAt === null &&
              html`<a href="${PATH}/${id}/revoke">Revoke<span class="unseen"> ${name}</span>…</a>`,
          },
        ],
        rows,
        empty: 'There are no API keys yet.',
      })}
    `,
  };
}

function state({ revoked_at: revokedAt, expires_at: expiresAt }: ApiKeyRow): Html {
  if (revokedAt) return html`<span class="tag bad">revoked</span> ${time(revokedAt)}`;
  if (expiresAt && expiresAt.getTime() <= Date.now()) return html`<span class="tag idle">expired</span>`;
  return html`<span class="tag">valid</span>`;
}

function limit({ is_unlimited: isUnlimited, rate_limit: rateLimit }: ApiKeyRow): string {
  return isUnlimited ? 'no limit' : (rateLimit?.toLocaleString('en') ?? 'as for everybody');
}

function fields({ config }: { db: Database; config: Config }): Field[] {
  return [
    { name: 'name', label: 'Name', hint: 'Whose key it is.' },
    {
      name: 'expires',
      label: 'Last day',
      type: 'date',
      isOptional: true,
      isShort: true,
      hint: 'In UTC. Without one it never expires.',
    },
    {
      name: 'limit',
      label: 'Requests per window',
      isOptional: true,
      isShort: true,
      hint: `A number, or none for no limit. Everybody has ${config.RATE_LIMIT_REQUESTS.toLocaleString('en')}.`,
    },
  ];
}

function newPage(
  context: { db: Database; config: Config },
  { csrf, form: values }: Request,
  errors: FormErrors = {},
): Page {
  return {
    title: 'New API key',
    trail: TRAIL,
    status: Object.keys(errors).length > 0 ? 400 : 200,
    body: form({
      action: `${PATH}/new`,
      csrf,
      fields: fields(context),
      values,
      errors,
      submit: 'Create the key',
      cancel: PATH,
    }),
  };
}

/** Only this response contains the key; a redirect would have to store it somewhere. */
async function create(
  context: { db: Database; config: Config },
  keys: ApiKeys,
  request: Request,
): Promise<Page> {
  try {
    const options = readOptions(request.form);
    const key = await context.db.transaction((transaction) =>
      createLogged(transaction, request.visitor, options),
    );
    keys.forget();
    return {
      title: 'The new API key',
      trail: TRAIL,
      body: html`<p>
          This is the key of <strong>${options.name}</strong>. It is shown this once: copy it now. Only its
          hash is kept.
        </p>
        <p><code class="secret" tabindex="0" aria-label="The key">${key}</code></p>
        <p>Clients send it in the header <code>X-API-Key</code>.</p>
        <p><a class="button" href="${PATH}">I have copied it</a></p>`,
    };
  } catch (error) {
    if (error instanceof FormRefused) return newPage(context, request, error.errors);
    throw error;
  }
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
  if (name === null || Object.keys(errors).length > 0) throw new FormRefused(errors);
  return { name, expiresAt, rateLimit };
}

async function revokePage(
  { db }: { db: Database; config: Config },
  { params, csrf }: Request,
): Promise<Page> {
  const row = await getKey(db, params['id']);
  return {
    title: `Revoke the key of ${row.name}?`,
    trail: TRAIL,
    body: html`<p>
        Requests with this key are refused from then on. A revoked key cannot be made valid again.
      </p>
      ${form({
        action: `${PATH}/${row.id}/revoke`,
        csrf,
        fields: [],
        values: {},
        submit: 'Revoke the key',
        tone: 'danger',
        cancel: PATH,
      })}`,
  };
}

async function revoke(
  { db }: { db: Database; config: Config },
  keys: ApiKeys,
  { params, visitor }: Request,
): Promise<Redirect> {
  const { id, name } = await getKey(db, params['id']);
  const isRevoked = await db.transaction(async (transaction) => {
    if (!(await revokeApiKey(transaction, id))) return false;
    const subject = { subject: 'api_key', subjectId: id, label: name };
    await insertAuditEntry(transaction, { operator: visitor.name, action: 'revoke', ...subject });
    return true;
  });
  keys.forget();
  const text = isRevoked ? `Revoked the key of ${name}.` : `The key of ${name} was revoked already.`;
  return { to: PATH, flash: { kind: 'done', text } };
}

async function getKey(db: Database, text: string | undefined): Promise<ApiKeyRow> {
  const id = readId(text);
  const row = (await listApiKeys(db)).find((key) => key.id === id);
  if (!row) throw notFound(`There is no API key with the number ${id}.`);
  return row;
}
