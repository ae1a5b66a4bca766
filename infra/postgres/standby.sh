#!/bin/sh
# Runs PostgreSQL as a standby of $PRIMARY (a connection string; the password is in $PGPASSWORD) with its data
# in $PGDATA. Without data, copies the primary first. A standby that was promoted remains a primary.
set -eu

# Copied last, so if it is missing, a copy was interrupted.
if [ ! -e "$PGDATA/global/pg_control" ]; then
  rm -rf "$PGDATA"
  pg_basebackup --dbname="$PRIMARY" --pgdata="$PGDATA" --slot=standby --write-recovery-conf --checkpoint=fast
fi

# hot_standby_feedback: the primary's vacuum keeps rows that statements on the standby still read.
# max_standby_streaming_delay: a statement that blocks the replay nevertheless, for example of a migration, is
# soon cancelled, and the service sends it to the primary.
exec postgres -c hot_standby_feedback=on -c max_standby_streaming_delay=1s "$@"
