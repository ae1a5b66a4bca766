import { deleteAccount as deleteAccountContract } from '@kitroom/collection-client';
import { notFound } from '@kitroom/server/http/errors';
import { form, type Field, type FormErrors } from '@kitroom/server/pages/form';
import { html } from '@kitroom/server/pages/html';
import type { Page } from '@kitroom/server/pages/layout';
import type { Redirect, PageRequest, PageRoute } from '@kitroom/server/pages/page-router';
import { findAccount } from '../accounts/users/account-queries.ts';
import { confirmDeletion, deleteAccount } from '../account-data/delete-account.ts';
import type { Context } from '../context.ts';
import type { UserRow } from '../accounts/users/user-queries.ts';
import { ACCOUNTS_ROOT } from './account-frame.ts';
import { SCHEMA_PATH } from '../openapi.ts';
import { endPageSession } from './end-page-session.ts';
import { answerForm, readForm } from './read-form.ts';
import { requireAccess } from './require-access.ts';

type LeaveRequest = PageRequest<UserRow>;

const DATA = `${ACCOUNTS_ROOT}/data`;
const EXPORT = '/api/accounts/export/';
const TABLE = '/api/collections/me/items.csv?bom=true';
const LINES = '/api/collections/me/items.ndjson';

const PASSWORD_FIELD: Field = {
  name: 'password',
  label: 'Your password',
  type: 'password',
  autocomplete: 'current-password',
};
const USERNAME_FIELD: Field = { name: 'username', label: 'Your username', autocomplete: 'off' };

/** The pages to export one's data and to delete the account. */
export function leaveRoutes(context: Context): Array<PageRoute<UserRow>> {
  async function leave(request: LeaveRequest): Promise<Redirect> {
    const proof = await readForm(deleteAccountContract, request.form);
    const account = await findAccount(context.db, request.visitor.id);
    if (!account) throw notFound('Not found.');
    await confirmDeletion(context, account, proof, request.address);
    await deleteAccount(context, account.id);
    await endPageSession(context, request);
    return { to: `${ACCOUNTS_ROOT}/login?deleted=1` };
  }

  return [
    { method: 'GET', path: '/data', answer: () => dataPage(context) },
    requireAccess(context, deleteAccountContract.access, {
      method: 'GET',
      path: '/delete',
      answer: (request) => deletionPage(context, request),
    }),
    requireAccess(context, deleteAccountContract.access, {
      method: 'POST',
      path: '/delete',
      answer: (request) =>
        answerForm(
          [PASSWORD_FIELD, USERNAME_FIELD],
          () => leave(request),
          (errors) => deletionPage(context, request, errors),
        ),
    }),
  ];
}

function dataPage({ config: { SHOWCASE_URL: showcase } }: Pick<Context, 'config'>): Page {
  return {
    title: 'Your data',
    body: html`
      <h2>Your collection</h2>
      <p>As a table of the items that are no drafts, without photos:</p>
      <p>
        <a class="button" href="${TABLE}">CSV, for spreadsheets</a>
        <a class="button" href="${LINES}">NDJSON, for programs</a>
      </p>
      <p>
        ${
          showcase === undefined
            ? html`Exports with photos, and imports, are offered by front ends and
                <a href="${SCHEMA_PATH}">the API</a>: <code>POST /api/exports/</code>,
                <code>POST /api/imports/</code>.`
            : html`With photos, or from another place: <a href="${showcase}/collection/export">export</a> and
                <a href="${showcase}/collection/import">import a collection</a>.`
        }
      </p>
      <h2>Everything about you</h2>
      <p>
        Everything that is kept about you: your profile, items and photos, as a ZIP of JSON files and
        pictures.
      </p>
      <p><a class="button" href="${EXPORT}">Download</a></p>
      <h2>Delete the account</h2>
      <p>This deletes your account with all items and photos. It cannot be undone.</p>
      <p><a class="button danger" href="${ACCOUNTS_ROOT}/delete">Delete my account</a></p>
    `,
  };
}

async function deletionPage(
  { db }: Context,
  { visitor, csrf }: LeaveRequest,
  errors?: FormErrors,
): Promise<Page> {
  const account = await findAccount(db, visitor.id);
  return {
    title: 'Delete your account',
    trail: [{ href: DATA, label: 'Your data' }],
    body: html`<p>
        All items and photos of ${visitor.username} are deleted with the account, immediately and permanently.
      </p>
      ${form({
        action: `${ACCOUNTS_ROOT}/delete`,
        csrf,
        fields: [account?.has_password ? PASSWORD_FIELD : USERNAME_FIELD],
        values: {},
        errors: errors ?? {},
        problem: 'Your account was not deleted',
        submit: 'Delete my account for good',
        tone: 'danger',
        cancel: DATA,
      })}`,
  };
}
