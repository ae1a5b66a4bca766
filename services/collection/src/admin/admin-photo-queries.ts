import type { Database } from '@kitroom/server/database/database';
import { enqueue } from '@kitroom/server/jobs/jobs';
import { oneOf, type ListSource } from '@kitroom/server/pages/list-queries';
import { findUsernameKeys, IS_NAMED } from '../accounts/users/user-queries.ts';
import { PHOTO_ATTEMPTS } from '../limits.ts';
import { PHOTO_COLUMNS, PHOTO_JOB, type PhotoRow } from '../photos/photo-queries.ts';
import { UNFINISHED } from '../photos/rendition-queries.ts';

export interface AdminPhoto extends PhotoRow {
  username: string;
  /** Null if it belongs to no item yet. */
  item_name: string | null;
  attempts: number;
  /** Whether its renditions failed permanently, after all attempts. */
  is_abandoned: boolean;
}

const IS_ABANDONED = `${UNFINISHED} and photos.attempts >= ${PHOTO_ATTEMPTS}`;

/** The list of all users' photos. */
export const PHOTO_LIST: ListSource = {
  table: 'photos',
  columns: `${PHOTO_COLUMNS}, items.name as item_name, users.username, photos.attempts, ${IS_ABANDONED} as is_abandoned`,
  joins: 'left join users on users.id = photos.user_id left join items on items.id = photos.item_id',
  filters: {
    owner: (value) => ({
      sql: `photos.user_id = any(array(select id from users where ${IS_NAMED}))`,
      bindings: [...findUsernameKeys(value)],
    }),
    state: oneOf({
      'without item': 'photos.item_id is null',
      'given up': IS_ABANDONED,
    }),
  },
  orders: {},
};

/** Retries the renditions of a photo; returns false if they have not failed permanently. */
export async function retryPhoto(db: Database, id: number): Promise<boolean> {
  const [row] = await db('photos')
    .where({ id })
    .whereRaw(IS_ABANDONED)
    .update({ attempts: 0 })
    .returning<Array<{ user_id: number; image_key: string }>>(['user_id', 'image_key']);
  if (row) await enqueue(db, PHOTO_JOB, row.image_key, row.user_id);
  return row !== undefined;
}
