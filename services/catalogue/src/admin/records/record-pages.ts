import { notFound } from '@kitroom/server/http/errors';
import { form, type FormErrors, type FormValues } from '@kitroom/server/pages/form';
import { html, type Html } from '@kitroom/server/pages/html';
import type { NavigationItem, Page } from '@kitroom/server/pages/layout';
import type { Redirect, PageRequest, PageRoute } from '@kitroom/server/pages/page-router';
import { ADMIN_ROOT, type Operator } from '../operator-session.ts';
import { readId } from '@kitroom/server/pages/read-number';
import { removeRecord, explainUse } from './delete-record.ts';
import { KIND_PAGES, type KindPage } from './kind-pages.ts';
import { FormRefused, nameOf, readRecordForm, toFormValues } from './record-form.ts';
import { recordListPage } from './record-list-page.ts';
import { countKitsOf, findStored, type StoredRecord } from './record-queries.ts';
import { confirmKitType, readKitTypeAnswer } from './kit-type-question.ts';
import { resolveNames } from './resolve-names.ts';
import { describeKit } from './describe-kit.ts';
import { showLogo } from './record-picture.ts';
import { suggestKnown } from './suggest-known.ts';
import { ChangedMeanwhile, createRecord, editRecord } from './save-record.ts';
import type { Cache } from '@kitroom/server/cache/cache';
import type { Database } from '@kitroom/server/database/database';
import type { SearchIndex } from '../../search-index/open-index.ts';
import { UnknownKitType } from './write-kit.ts';

type Route = PageRoute<Operator>;
type Request = PageRequest<Operator>;

export function recordRoutes(context: { db: Database; cache: Cache; index: SearchIndex }): Route[] {
  return KIND_PAGES.flatMap((page) => routesOf(context, page));
}

function routesOf(context: { db: Database; cache: Cache; index: SearchIndex }, page: KindPage): Route[] {
  const path = page.path.slice(ADMIN_ROOT.length);
  return [
    { method: 'GET', path, answer: (request) => recordListPage(context, page, request) },
    { method: 'GET', path: `${path}/new`, answer: (request) => newPage(context, page, request, {}) },
    { method: 'POST', path: `${path}/new`, answer: (request) => create(context, page, request) },
    { method: 'GET', path: `${path}/:id`, answer: async (request) => showPage(context, page, request) },
    { method: 'POST', path: `${path}/:id`, answer: (request) => edit(context, page, request) },
    { method: 'GET', path: `${path}/:id/delete`, answer: (request) => deletePage(context, page, request) },
    { method: 'POST', path: `${path}/:id/delete`, answer: (request) => remove(context, page, request) },
  ];
}

async function newPage(
  { db }: { db: Database; cache: Cache; index: SearchIndex },
  page: KindPage,
  { csrf }: Request,
  values: FormValues,
  errors: FormErrors = {},
): Promise<Page> {
  return {
    title: `New ${page.one}`,
    trail: trailTo(page),
    status: Object.keys(errors).length > 0 ? 400 : 200,
    body: form({
      action: `${page.path}/new`,
      csrf,
      fields: await suggestKnown(db, page),
      values,
      errors,
      submit: `Create the ${page.one}`,
      cancel: page.path,
    }),
  };
}

async function create(
  context: { db: Database; cache: Cache; index: SearchIndex },
  page: KindPage,
  request: Request,
): Promise<Page | Redirect> {
  const { values, mayCreateType, isWantedBack } = readKitTypeAnswer(request.form);
  if (isWantedBack) return newPage(context, page, request, values);
  try {
    const line = await resolveNames(context, page, readRecordForm(page, values));
    const id = await createRecord(context, request.visitor, { page, line, mayCreateType });
    return done(`${page.path}/${id}`, `Created the ${page.one} ${nameOf(page, line)}.`);
  } catch (error) {
    if (error instanceof FormRefused) return newPage(context, page, request, values, error.errors);
    if (error instanceof UnknownKitType) {
      const [action, trail] = [`${page.path}/new`, trailTo(page)];
      return confirmKitType(context.db, error.typed, { action, csrf: request.csrf, values, trail });
    }
    throw error;
  }
}

async function showPage(
  context: { db: Database; cache: Cache; index: SearchIndex },
  page: KindPage,
  request: Request,
): Promise<Page> {
  const stored = await getStored(context, page, request);
  return editPage(context, page, request, { stored, values: toFormValues(page, stored.line) });
}

async function editPage(
  context: { db: Database; cache: Cache; index: SearchIndex },
  page: KindPage,
  { csrf }: Request,
  shown: { stored: StoredRecord; values: FormValues; errors?: FormErrors; status?: number },
): Promise<Page> {
  const { stored, values, errors = {}, status = 200 } = shown;
  const { id, version, line } = stored;
  const address = `${page.path}/${id}`;
  return {
    title: nameOf(page, line),
    status,
    trail: trailTo(page),
    actions: html`${page.kind === 'club' && html`<a class="button" href="${address}/merge">Merge…</a>`}
      <a class="button" href="${ADMIN_ROOT}/audit-log?subject=${page.kind}&amp;id=${id}">History</a>
      <a class="button danger" href="${address}/delete">Delete…</a>`,
    body: html`${await about(context, page, stored)}
    ${form({
      action: address,
      csrf,
      fields: await suggestKnown(context.db, page),
      values,
      errors,
      hidden: { version },
      submit: 'Save',
      cancel: page.path,
    })}
    ${listFormerSlugs(stored)}`,
  };
}

function listFormerSlugs({ former_slugs: slugs }: StoredRecord): Html | false {
  return (
    slugs.length > 0 &&
    html`<h2>Former slugs</h2>
      <p class="quiet">An import that names one of these means this record.</p>
      <ul>
        ${slugs.map((slug) => html`<li><code>${slug}</code></li>`)}
      </ul>`
  );
}

async function about(
  context: { db: Database; cache: Cache; index: SearchIndex },
  page: KindPage,
  { id, line }: StoredRecord,
): Promise<Html> {
  if (page.kind === 'kit') return describeKit(context, id);
  return html`${showLogo(line['logo'], 'large')}
    <p class="quiet">
      Number ${id} · <a href="${ADMIN_ROOT}/kits?${page.kind}=${id}">Kits of this ${page.one}</a>
    </p>`;
}

async function edit(
  context: { db: Database; cache: Cache; index: SearchIndex },
  page: KindPage,
  request: Request,
): Promise<Page | Redirect> {
  const { values, mayCreateType, isWantedBack } = readKitTypeAnswer(request.form);
  const stored = await getStored(context, page, request);
  // The version that the operator saw, so that concurrent changes are detected.
  const seen = { ...stored, version: values['version'] ?? '' };
  if (isWantedBack) return editPage(context, page, request, { stored: seen, values });
  const address = `${page.path}/${stored.id}`;
  try {
    const line = await resolveNames(context, page, readRecordForm(page, values, stored.line));
    const isChanged = await editRecord(context, request.visitor, seen, { page, line, mayCreateType });
    const text = isChanged ? `Saved the ${page.one} ${nameOf(page, line)}.` : 'There was nothing to change.';
    return done(address, text);
  } catch (error) {
    if (error instanceof FormRefused) {
      return editPage(context, page, request, { stored: seen, values, errors: error.errors, status: 400 });
    }
    if (error instanceof UnknownKitType) {
      const trail = [...trailTo(page), { href: address, label: nameOf(page, stored.line) }];
      return confirmKitType(context.db, error.typed, { action: address, csrf: request.csrf, values, trail });
    }
    if (error instanceof ChangedMeanwhile) {
      const errors = describeChanges(page, values, error.stored);
      return editPage(context, page, request, { stored: error.stored, values, errors, status: 409 });
    }
    throw error;
  }
}

/** An error for each field whose stored value differs from the submitted one. */
function describeChanges(page: KindPage, sent: FormValues, { line }: StoredRecord): FormErrors {
  const stored = toFormValues(page, line);
  const differing = page.fields.filter(
    ({ name }) => (sent[name] ?? '').replaceAll('\r', '') !== stored[name],
  );
  return {
    '': `Somebody else changed this ${page.one} while you did. Saving again replaces what is stored now.`,
    ...Object.fromEntries(
      differing.map(({ name, label, type }) => [
        name,
        `${label}: stored now is ${type === 'switch' ? stored[name] || 'off' : `“${stored[name]}”`}.`,
      ]),
    ),
  };
}

async function deletePage(
  context: { db: Database; cache: Cache; index: SearchIndex },
  page: KindPage,
  request: Request,
  refusal?: string,
): Promise<Page> {
  const { id, line } = await getStored(context, page, request);
  const name = nameOf(page, line);
  const kits = page.kind === 'kit' ? 0 : await countKitsOf(context.db, page.kind, id);
  const reason = refusal ?? (kits > 0 ? explainUse(page, kits) : undefined);
  return {
    title: `Delete ${name}?`,
    status: refusal === undefined ? 200 : 409,
    trail: [...trailTo(page), { href: `${page.path}/${id}`, label: name }],
    body:
      reason === undefined
        ? html`<p>The ${page.one} is removed at once. The log of changes keeps what it was.</p>
            ${form({
              action: `${page.path}/${id}/delete`,
              csrf: request.csrf,
              fields: [],
              values: {},
              submit: `Delete the ${page.one}`,
              tone: 'danger',
              cancel: `${page.path}/${id}`,
            })}`
        : html`<div class="errors" role="alert"><p>${reason}</p></div>
            ${kits > 0 && html`<p><a href="${ADMIN_ROOT}/kits?${page.kind}=${id}">Show the kits</a></p>`}
            <p><a class="button" href="${page.path}/${id}">Back</a></p>`,
  };
}

async function remove(
  context: { db: Database; cache: Cache; index: SearchIndex },
  page: KindPage,
  request: Request,
): Promise<Page | Redirect> {
  const id = readId(request.params['id']);
  try {
    const label = await removeRecord(context, request.visitor, page, id);
    return done(page.path, `Deleted the ${page.one} ${label}.`);
  } catch (error) {
    if (error instanceof FormRefused) return deletePage(context, page, request, error.errors['']);
    throw error;
  }
}

async function getStored(
  { db }: { db: Database; cache: Cache; index: SearchIndex },
  page: KindPage,
  { params }: Request,
): Promise<StoredRecord> {
  const id = readId(params['id']);
  const stored = await findStored(db, page, id);
  if (!stored) throw notFound(`There is no ${page.one} with the number ${id}.`);
  return stored;
}

function trailTo(page: KindPage): NavigationItem[] {
  return [{ href: page.path, label: page.heading }];
}

function done(to: string, text: string): Redirect {
  return { to, flash: { kind: 'done', text } };
}
