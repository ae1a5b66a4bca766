import type { AddStoredGauges } from '@kitroom/server/database/database-metrics';
import { MAIL_BACKLOG, type MailBacklog } from './accounts/mail/mail-queries.ts';
import { PHOTO_BACKLOG, type PhotoBacklog } from './photos/rendition-queries.ts';

/** Adds gauges of the pending work in the database, which all replicas share. */
export function measureBacklog(add: AddStoredGauges): void {
  add<PhotoBacklog>({
    ...PHOTO_BACKLOG,
    gauges: {
      waiting: { name: 'photos_waiting', help: 'Photos without renditions that are not given up' },
      given_up: { name: 'photos_given_up', help: 'Photos whose renditions were given up' },
      oldest_seconds: {
        name: 'photos_oldest_waiting_seconds',
        help: 'Age of the oldest waiting photo; 0 if none',
      },
    },
  });
  add<MailBacklog>({
    sql: MAIL_BACKLOG,
    gauges: {
      waiting: { name: 'mails_waiting', help: 'Unsent mails' },
      oldest_seconds: {
        name: 'mails_oldest_waiting_seconds',
        help: 'Age of the oldest unsent mail; 0 if none',
      },
    },
  });
}
