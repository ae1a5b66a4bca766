#!/bin/sh
# Runs PostgreSQL as a standby of $PRIMARY (a connection string; the password is in $PGPASSWORD) with its data
# in $PGDATA. If there is none, it copies the primary first. A standby that was promoted stays a primary.
set -eu

# Copied last: without it, a copy was interrupted.
if [ ! -e "$PGDATA/global/pg_control" ]; then
  rm -rf "$PGDATA"
  pg_basebackup --dbname="$PRIMARY" --pgdata="$PGDATA" --slot=standby --write-recovery-conf --checkpoint=fast
fi

# hot_standby_feedback: the primary's vacuum spares rows that statements here still read.
# max_standby_streaming_delay: a statement that blocks the replay anyway, of a migration for example, is
# cancelled soon, and the service sends it to the primary.
exec postgres -c hot_standby_feedback=on -c max_standby_streaming_delay=1s "$@"
