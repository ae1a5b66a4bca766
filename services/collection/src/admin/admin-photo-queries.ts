import { query, type Database } from '@kitroom/server/database/database';
import { enqueue } from '@kitroom/server/jobs/jobs';
import { oneOf, type ListSource } from '@kitroom/server/pages/list-queries';
import { PHOTO_ATTEMPTS } from '../limits.ts';
import { PHOTO_JOB } from '../photos/photo-job-names.ts';
import { PHOTO_COLUMNS, type PhotoRow } from '../photos/photo-queries.ts';
import { UNFINISHED } from '../photos/rendition-queries.ts';
import { findUsernameKeys, IS_NAMED } from '../accounts/users/username-keys.ts';

export interface AdminPhoto extends PhotoRow {
  username: string;
  /** Null if it belongs to no item yet. */
  item_name: string | null;
}

const COLUMNS = `${PHOTO_COLUMNS}, items.name as item_name, users.username`;
const JOINS = 'left join users on users.id = photos.user_id left join items on items.id = photos.item_id';

/** The list of all users' photos. */
export const PHOTO_LIST: ListSource = {
  table: 'photos',
  columns: COLUMNS,
  joins: JOINS,
  filters: {
    owner: (value) => ({
      sql: `photos.user_id = any(array(select id from users where ${IS_NAMED}))`,
      bindings: [...findUsernameKeys(value)],
    }),
    state: oneOf({
      'without item': 'photos.item_id is null',
      'given up': `${UNFINISHED} and attempts >= ${PHOTO_ATTEMPTS}`,
    }),
  },
  orders: {},
};

/** Any photo, regardless of its owner. */
export async function findPhoto(db: Database, id: number): Promise<AdminPhoto | undefined> {
  const [row] = await query<AdminPhoto>(db, `select ${COLUMNS} from photos ${JOINS} where photos.id = ?`, [
    id,
  ]);
  return row;
}

/** A photo whose renditions could not be created. */
export interface FailedPhoto {
  id: number;
  user_id: number;
  attempts: number;
}

const GIVEN_UP = `${UNFINISHED} and attempts >= ?`;

/** Photos whose renditions were given up, newest first. */
export function listFailedPhotos(db: Database, limit: number): Promise<FailedPhoto[]> {
  return query<FailedPhoto>(
    db,
    `select id, user_id, attempts from photos where ${GIVEN_UP} order by id desc limit ?`,
    [PHOTO_ATTEMPTS, limit],
  );
}

/** Retries the renditions of such a photo; returns its owner, or undefined if it was not given up. */
export async function retryPhoto(db: Database, id: number): Promise<{ user_id: number } | undefined> {
  const [row] = await query<{ user_id: number; image_key: string }>(
    db,
    `update photos set attempts = 0 where id = ? and ${GIVEN_UP} returning user_id, image_key`,
    [id, PHOTO_ATTEMPTS],
  );
  if (row) await enqueue(db, PHOTO_JOB, row.image_key, row.user_id);
  return row;
}
