import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { Readable } from 'node:stream';
import type { Database } from '@kitroom/server/database/database';
import { unavailable } from '@kitroom/server/http/errors';
import { inWorkFolder } from '@kitroom/server/http/work-folder';
import { describeSecondFactor, hasSecondFactor } from '../accounts/second-factor/totp-queries.ts';
import { exportSessions } from '../accounts/sessions/session-queries.ts';
import { exportKeys } from '../accounts/sign-up/key-queries.ts';
import { exportIdentities } from '../accounts/social/identity-queries.ts';
import { listAppTokens } from '../accounts/tokens/app-token-queries.ts';
import { findTokenDates } from '../accounts/tokens/token-queries.ts';
import { toAppToken } from '../accounts/tokens/token-view.ts';
import type { AccountRow } from '../accounts/users/account-queries.ts';
import { toProfile } from '../accounts/users/user-view.ts';
import { listActionsOnUser } from '../audit/audit-queries.ts';
import type { Config } from '../config.ts';
import { addJson, createZip, type ZipWriter } from '../exports/zip-writer.ts';
import { listReplies, listReplySizes, type ReplyRow } from '../idempotency/reply-queries.ts';
import { listAllImports } from '../imports/import-queries.ts';
import { exportImports } from '../imports/import-view.ts';
import { listItemsById, listItemSizes } from '../items/item-queries.ts';
import { valuesOfItems, type ItemValueRow } from '../items/item-value-queries.ts';
import { toItemValue, toOwnItem } from '../items/item-view.ts';
import { EXPORT_PAGE, READ_BYTES } from '../limits.ts';
import { workRoot } from '../paths.ts';
import { listPhotoIds, listPhotosById, type PhotoRow } from '../photos/photo-queries.ts';
import { toPhoto } from '../photos/photo-view.ts';
import { listShareRows } from '../shares/share-queries.ts';
import { toShare } from '../shares/share-view.ts';
import { splitBySize } from '../split-by-size.ts';
import { MissingFileError, type Storage } from '../storage/storage.ts';
import { toUsage } from '../user-limits/admit.ts';
import { findUsage } from '../user-limits/usage-queries.ts';

type ExportContext = { config: Config; db: Database; storage: Storage };

/** The account to export, and the service's URL. */
interface ExportRequest {
  account: AccountRow;
  baseUrl: string;
  /**
   * Whether sign-in data are included. They are not for an API token, which must not reveal the owner's
   * whereabouts.
   */
  withSignIns: boolean;
}

/**
 * Streams everything that the service stores about a user, without secrets, as a ZIP of JSON files and the
 * stored images. It is generated as it is read, one image at a time. Rejects with a 503 if the images are
 * unavailable.
 */
export async function exportAccount(context: ExportContext, request: ExportRequest): Promise<Readable> {
  await context.storage.check().catch((error: unknown) => {
    throw unavailable(error);
  });
  return createZip(async (zip) => {
    await addProfile(zip, context, request);
    if (request.withSignIns) await addSignIns(zip, context.db, request.account.id);
    await addItems(zip, context, request);
  });
}

async function addProfile(
  zip: ZipWriter,
  { config, db, storage }: ExportContext,
  { account, baseUrl }: ExportRequest,
): Promise<void> {
  const options = { storage, baseUrl, hasSecondFactor: await hasSecondFactor(db, account.id) };
  await addJson(zip, 'profile.json', toProfile(account, options));
  const usage = await findUsage(db, account.id);
  if (usage) await addJson(zip, 'limits.json', toUsage(config, usage));
  await addJson(zip, 'imports.json', await exportImports(db, await listAllImports(db, account.id)));
  await addJson(zip, 'shares.json', (await listShareRows(db, account.id)).map(toShare));
  const replies = inPages(await listReplySizes(db, account.id), (keys) => listReplies(db, account.id, keys));
  await addText(zip, 'idempotency-keys.json', toJsonLines(replies, showReply));
}

async function addSignIns(zip: ZipWriter, db: Database, id: number): Promise<void> {
  const token = (await findTokenDates(db, id)) ?? null;
  const [sessions, keys] = [await exportSessions(db, id), await exportKeys(db, id)];
  const appTokens = (await listAppTokens(db, id)).map(toAppToken);
  await addJson(zip, 'sign-ins.json', { token, app_tokens: appTokens, sessions, keys });
  await addJson(zip, 'second-factor.json', await describeSecondFactor(db, id));
  await addJson(zip, 'social-sign-ins.json', await exportIdentities(db, id));
  await addJson(zip, 'staff-actions.json', await listActionsOnUser(db, id));
}

async function addItems(
  zip: ZipWriter,
  { config, db, storage }: ExportContext,
  { account, baseUrl }: ExportRequest,
): Promise<void> {
  const listed = await listItemSizes(db, account.id);
  const items = inPages(listed, (ids) => listItemsById(db, ids));
  await addText(zip, 'items.json', toJsonLines(items, toOwnItem));
  const values = inPages(listed, (ids) => valuesOfItems(db, ids));
  const showValue = (row: ItemValueRow) => ({ item: row.item_id, ...toItemValue(row) });
  await addText(zip, 'item-values.json', toJsonLines(values, showValue));
  const photoIds = await listPhotoIds(db, account.id);
  const sized = photoIds.map((id) => ({ id, bytes: 0 }));
  const photos = () => inPages(sized, (ids) => listPhotosById(db, ids));
  const show = (row: PhotoRow) => ({ ...toPhoto(row, storage, baseUrl), file: nameOf(row) });
  await addText(zip, 'photos.json', toJsonLines(photos(), show));
  await inWorkFolder(workRoot(config), async (folder) => {
    const addImage = (key: string, path: string) => addStoredFile(zip, storage, { key, path, folder });
    if (account.avatar_key) await addImage(account.avatar_key, 'images/avatar.webp');
    for await (const row of photos()) await addImage(row.image_key, nameOf(row));
  });
}

function addText(zip: ZipWriter, path: string, text: AsyncIterable<string>) {
  return zip.add(path, Readable.from(text), { compress: true });
}

/** Shows a response that is stored with the key of its request. */
function showReply({ key, created_at, status, body }: ReplyRow) {
  return { key, created_at, status, response: JSON.parse(body.toString()) as unknown };
}

function nameOf({ id, image_key: key }: PhotoRow): string {
  return `images/${id}${extname(key)}`;
}

async function* inPages<Id, Row>(
  listed: ReadonlyArray<{ id: Id; bytes: number }>,
  read: (ids: readonly Id[]) => Promise<Row[]>,
): AsyncGenerator<Row> {
  for (const page of splitBySize(listed, { count: EXPORT_PAGE, bytes: READ_BYTES }))
    yield* await read(page.map(({ id }) => id));
}

/** Writes rows as a JSON array, one entry per line. */
async function* toJsonLines<Row>(
  rows: AsyncIterable<Row>,
  show: (row: Row) => unknown,
): AsyncGenerator<string> {
  let before = '[\n';
  for await (const row of rows) {
    yield `${before}${JSON.stringify(show(row))}`;
    before = ',\n';
  }
  yield before === '[\n' ? '[]\n' : '\n]\n';
}

/**
 * Adds a picture to an archive from a copy in a folder, so that a slow client does not keep it in memory. It
 * is stored uncompressed, as it would not shrink. A picture that was deleted in the meantime is skipped.
 */
async function addStoredFile(
  zip: ZipWriter,
  storage: Storage,
  { key, path, folder }: { key: string; path: string; folder: string },
): Promise<void> {
  const copy = join(folder, randomUUID());
  try {
    await storage.fetch(key, copy);
  } catch (error) {
    if (error instanceof MissingFileError) return;
    throw error;
  }
  await zip.add(path, createReadStream(copy), { compress: false });
  await rm(copy);
}
