#!/bin/sh
# Backs up Kitroom: both databases and the photos, into a new folder below BACKUP_ROOT. Services keep running.
# Only the parts whose variables are set are backed up; see docs/operations.md.
#
#   BACKUP_ROOT               folder for backups, on a disk of another machine, or copied to one afterwards
#   CATALOGUE_DATABASE_URL    postgres://user:password@host/database; the service's own is fine
#   COLLECTION_DATABASE_URL   the same for the collection service
#   MEDIA_ROOT                the collection service's folder of photos; unset if they are in S3
#   BACKUP_KEEP               number of backups to keep; default 14; older ones are removed, with their photos
set -eu
umask 077

fail() {
  echo "backup: $1" >&2
  exit 1
}

: "${BACKUP_ROOT:?is required: the folder for backups}"
keep=${BACKUP_KEEP:-14}
case $keep in '' | *[!0-9]* | 0*) fail "BACKUP_KEEP is \"$keep\": must be an integer of at least 1" ;; esac
[ -n "${CATALOGUE_DATABASE_URL:-}${COLLECTION_DATABASE_URL:-}${MEDIA_ROOT:-}" ] ||
  fail 'nothing to do: set CATALOGUE_DATABASE_URL, COLLECTION_DATABASE_URL or MEDIA_ROOT'
[ -z "${MEDIA_ROOT:-}" ] || [ -d "$MEDIA_ROOT" ] || fail "MEDIA_ROOT is $MEDIA_ROOT, which is not a folder: is its disk mounted?"

mkdir -p "$BACKUP_ROOT/media"
cd "$BACKUP_ROOT"
# Only one backup at a time: mkdir is atomic, and fails if the folder exists.
mkdir .running 2>/dev/null || fail "another backup is running, or was killed: if no backup is running, remove $BACKUP_ROOT/.running"
trap 'rm -rf .running .incoming ./*.partial' EXIT
trap 'exit 1' HUP INT TERM
rm -rf ./*.partial .incoming

name=$(date -u +%Y%m%dT%H%M%SZ)
[ ! -e "$name" ] || fail "backup $name already exists"
draft=$name.partial
mkdir "$draft"
# Temporary lists.
work=.running

# Exports expire within a day.
list_files() {
  (cd "$1" && find . -type f ! -path './.*' ! -path './exports/*' | LC_ALL=C sort)
}

# The content of a file name never changes, so only new files are copied, and each backup is a list of names.
# Links create a file atomically.
copy_media() {
  list_files "$MEDIA_ROOT" >"$work/live"
  find_missing
  mkdir .incoming
  tar -C "$MEDIA_ROOT" -cf - -T "$work/missing" 2>"$work/tar-errors" | tar -C .incoming -xf -
  cp -Rl .incoming/. media/
  rm -rf .incoming
  find_missing
  # Photos may be deleted at any moment: it is an error only if a file that still exists was not copied.
  while read -r file; do
    [ ! -e "$MEDIA_ROOT/$file" ] || fail "$MEDIA_ROOT/$file cannot be copied: $(tail -n 1 "$work/tar-errors")"
  done <"$work/missing"
  cat "$work/live" >>"$work/seen"
}

find_missing() {
  list_files media >"$work/kept"
  LC_ALL=C comm -23 "$work/live" "$work/kept" >"$work/missing"
}

dump() {
  pg_dump --dbname="$2" --format=custom --no-owner --no-privileges --lock-wait-timeout=60s --file="$draft/$1.dump" ||
    fail "cannot dump the database of the $1"
}

# Lists the files that the collection's rows refer to. The database may be of an earlier version, without some
# of the columns.
list_referenced() {
  psql --no-psqlrc --quiet --tuples-only --no-align --set=ON_ERROR_STOP=1 --dbname="$COLLECTION_DATABASE_URL" \
    >"$work/unsorted" <<'END' || fail 'cannot read the list of photos from the database of the collection'
    select string_agg(
      format('select ''./'' || %I from %I where %1$I is not null', column_name, table_name), ' union all ')
    from information_schema.columns
    where table_schema = 'public' and (table_name, column_name) in (
      ('photos', 'image_key'), ('photos', 'avif_key'), ('photos', 'card_key'), ('photos', 'thumbnail_key'),
      ('users', 'avatar_key'))
    \gexec
END
  LC_ALL=C sort "$work/unsorted"
}

# Missing files that rows refer to before and after the dump. Copies from earlier backups are kept.
find_lost() {
  list_referenced >"$work/referenced.after"
  LC_ALL=C sort -u -o "$work/seen" "$work/seen"
  LC_ALL=C comm -12 "$work/referenced" "$work/referenced.after" | LC_ALL=C comm -23 - "$work/seen" >"$draft/lost.list"
  cat "$work/referenced" >>"$work/seen"
  [ ! -s "$draft/lost.list" ] ||
    echo "backup: files referenced by the database are missing in $MEDIA_ROOT; $BACKUP_ROOT/$name/lost.list lists them" >&2
}

# Copies before the dump, to include photos that are deleted during it, and after it, to include new ones.
if [ -n "${MEDIA_ROOT:-}" ]; then
  if [ -n "${COLLECTION_DATABASE_URL:-}" ]; then list_referenced >"$work/referenced"; fi
  copy_media
fi
if [ -n "${COLLECTION_DATABASE_URL:-}" ]; then dump collection "$COLLECTION_DATABASE_URL"; fi
# The catalogue is last, because it must contain at least the records that items refer to.
if [ -n "${CATALOGUE_DATABASE_URL:-}" ]; then dump catalogue "$CATALOGUE_DATABASE_URL"; fi
if [ -n "${MEDIA_ROOT:-}" ]; then
  copy_media
  if [ -n "${COLLECTION_DATABASE_URL:-}" ]; then find_lost; fi
  list_files media >"$work/kept"
  LC_ALL=C sort -u "$work/seen" | LC_ALL=C comm -12 - "$work/kept" >"$draft/media.list"
fi
(cd "$draft" && sha256sum ./*.* >SHA256SUMS)
sync
mv "$draft" "$name"

# Only complete backups are counted.
find . -maxdepth 1 -type d -name '[0-9]*Z' | LC_ALL=C sort -r | tail -n "+$((keep + 1))" | xargs -r rm -rf
if [ -n "${MEDIA_ROOT:-}" ]; then
  find . -maxdepth 2 -path './[0-9]*Z/media.list' -exec cat {} + | LC_ALL=C sort -u >"$work/listed"
  list_files media | LC_ALL=C comm -23 - "$work/listed" | (cd media && tr '\n' '\0' | xargs -0 -r rm -f)
fi

echo "$BACKUP_ROOT/$name"
