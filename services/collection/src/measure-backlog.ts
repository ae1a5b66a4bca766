import type { AddStoredGauges } from '@kitroom/server/telemetry/metrics-database';
import { PHOTO_ATTEMPTS } from './limits.ts';

/** Photos without their versions; what was given up is shown without them for good. */
interface PhotoBacklog {
  waiting: number;
  given_up: number;
  oldest_seconds: number;
}

/** Mails on their way. */
interface MailBacklog {
  waiting: number;
  oldest_seconds: number;
}

/** Has the metrics tell what waits to be done in the database, which all replicas share. */
export function measureBacklog(add: AddStoredGauges): void {
  add<PhotoBacklog>({
    // The partial index holds these photos alone.
    sql: `
      select count(*) filter (where attempts < ?) as waiting,
        count(*) filter (where attempts >= ?) as given_up,
        coalesce(extract(epoch from now() - min(uploaded_at) filter (where attempts < ?)), 0)::float8
          as oldest_seconds
      from photos
      where avif_key is null or thumbnail_key is null`,
    bindings: [PHOTO_ATTEMPTS, PHOTO_ATTEMPTS, PHOTO_ATTEMPTS],
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
    sql: `
      select count(*) as waiting,
        coalesce(extract(epoch from now() - min(created_at)), 0)::float8 as oldest_seconds
      from mails`,
    gauges: {
      waiting: { name: 'mails_waiting', help: 'Mails that are still to be sent' },
      oldest_seconds: {
        name: 'mails_oldest_waiting_seconds',
        help: 'For how long the oldest of them has waited; 0 where none waits',
      },
    },
  });
}
