import type { AddStoredGauges } from '@kitroom/server/database/database-metrics';
import { MAIL_BACKLOG, type MailBacklog } from './accounts/mail/mail-queries.ts';
import { PHOTO_BACKLOG, type PhotoBacklog } from './photos/rendition-queries.ts';

/** Adds gauges of the pending work in the database, which all replicas share. */
export function measureBacklog(add: AddStoredGauges): void {
  add<PhotoBacklog>({
    ...PHOTO_BACKLOG,
    gauges: {
      waiting: { name: 'photos_waiting', help: 'Photos whose versions are still to be made' },
      given_up: { name: 'photos_given_up', help: 'Photos whose versions could not be made' },
      oldest_seconds: {
        name: 'photos_oldest_waiting_seconds',
        help: 'How long ago the oldest of the waiting photos was uploaded; 0 where none waits',
      },
    },
  });
  add<MailBacklog>({
    sql: MAIL_BACKLOG,
    gauges: {
      waiting: { name: 'mails_waiting', help: 'Mails that are still to be sent' },
      oldest_seconds: {
        name: 'mails_oldest_waiting_seconds',
        help: 'For how long the oldest of them has waited; 0 where none waits',
      },
    },
  });
}
