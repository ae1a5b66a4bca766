#!/bin/sh
# Restores a backup made by backup.sh into empty databases and into the folder of photos. Only the parts whose
# variables are set are restored, for example just the catalogue. Stop the services first, and see
# docs/operations.md.
#
#   restore.sh <backup, such as /var/backups/kitroom/20261122T020000Z>
#
#   CATALOGUE_DATABASE_URL    postgres://user:password@host/database: empty, owned by the service's user
#   COLLECTION_DATABASE_URL   the same for the collection service
#   MEDIA_ROOT                the collection service's folder of photos; existing files are kept
set -eu

fail() {
  echo "restore: $1" >&2
  exit 1
}

[ $# -eq 1 ] || fail 'usage: restore.sh <folder of a backup>'
[ -n "${CATALOGUE_DATABASE_URL:-}${COLLECTION_DATABASE_URL:-}${MEDIA_ROOT:-}" ] ||
  fail 'nothing to do: set CATALOGUE_DATABASE_URL, COLLECTION_DATABASE_URL or MEDIA_ROOT'
backup=$(cd "$1" && pwd) || fail "backup $1 does not exist"
(cd "$backup" && sha256sum --check --quiet SHA256SUMS) || fail "$backup is damaged"

# A dump of a version before 1.0.0 that lacks the last migration before the baseline must be restored with the
# scripts of this commit, and migrated by it: see docs/operations.md.
last_catalogue=20261130100000_associations
last_collection=20261201120000_import_warnings
commit=27de32e96466

# Runs the statements from standard input.
run_statements() {
  psql --no-psqlrc --quiet --tuples-only --no-align --set=ON_ERROR_STOP=1 --dbname="$1"
}

run_statement() {
  echo "$2" | run_statements "$1"
}

# An older catalogue must not reuse the ids of lost kits: items may still refer to them.
advance_ids="
  do \$\$
  declare
    owned record;
  begin
    for owned in
      select pg_get_serial_sequence(quote_ident(table_name), column_name) as sequence
      from information_schema.columns where table_schema = 'public' and is_identity = 'YES'
    loop
      perform setval(owned.sequence, nextval(owned.sequence) + 1000000);
    end loop;
  end
  \$\$"

# Clients that follow the catalogue's changes may have read changes that are now lost, so they must start
# again. Therefore only the last change is kept, with a number that has not been used.
renumber_changes="
  do \$\$
  begin
    if to_regclass('public.changes') is not null then
      delete from changes where last_sequence < (select max(last_sequence) from changes);
      update changes
      set first_sequence = first_sequence + 1000000000, last_sequence = last_sequence + 1000000000;
      perform setval('change_sequence', last_sequence) from changes;
    end if;
  end
  \$\$"

check() {
  [ -f "$backup/$1.dump" ] || fail "$backup does not contain a dump of the $1"
  ran=$(pg_restore --data-only --table=knex_migrations --file=- "$backup/$1.dump") || fail "$backup is damaged"
  case $ran in
    *_baseline* | *"$3"*) ;;
    *COPY*)
      fail "this backup is from a version before 1.0.0: restore it with infra/backup/restore.sh of commit $commit, then run \"migrate\" of both services, first with that commit, then with this version (docs/operations.md, Older backups)"
      ;;
  esac
  tables=$(run_statement "$2" "select count(*) from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'") ||
    fail "cannot query the database of the $1"
  [ "$tables" = 0 ] || fail "the database of the $1 is not empty: create another one, or drop and recreate it"
}

# Restores a dump in one transaction, without comments on extensions, which only their owner may write.
load() {
  pg_restore --dbname="$2" --no-owner --no-privileges --no-comments --exit-on-error --single-transaction \
    "$backup/$1.dump" || fail "cannot restore the database of the $1"
  run_statement "$2" "$advance_ids"
  run_statement "$2" "$renumber_changes"
  # Without statistics, searches would have bad query plans.
  run_statement "$2" 'set client_min_messages = error; analyze'
}

# Statements that load a list into a table, in COPY's format, because names may contain tabs and backslashes.
load_list() {
  printf '%s\n' "create temporary table $1 (key text) on commit drop;" "copy $1 from stdin delimiter E'\\001';"
  sed 's#^\./##; s#\\#\\\\#g' "$backup/$2"
  printf '%s\n' '\.'
}

# Deletes the rows of photos that were uploaded during the backup and deleted before they were copied: they
# are in the dump, but have no file. Renditions are created again. Rows whose files were lost before the
# backup are kept and reported. A dump of an earlier version lacks some of the columns.
remove_rows_without_files() {
  {
    echo 'begin;'
    load_list kept media.list
    load_list lost lost.list
    cat <<'END'
      create temporary table known on commit drop as select key from kept union select key from lost;
      create temporary table named on commit drop as
        select table_name, column_name from information_schema.columns
        where table_schema = 'public' and (table_name, column_name) in (
          ('photos', 'image_key'), ('photos', 'avif_key'), ('photos', 'card_key'), ('photos', 'thumbnail_key'),
          ('users', 'avatar_key'));
      select format(
        case column_name
          when 'image_key' then 'delete from %I where not exists (select from known where key = %I)'
          when 'avatar_key' then
            'update %I set %I = null where %2$I is not null and not exists (select from known where key = %2$I)'
          else
            'update %I set %I = null, attempts = 0
             where %2$I is not null and not exists (select from kept where key = %2$I)'
        end, table_name, column_name)
      from named order by column_name <> 'image_key'
      \gexec
      select format(
        'select ''restore: '' || key || '' is missing: the file was lost before the backup was made''
         from lost where key in (select %I from %I) and key not in (select key from kept) order by key',
        column_name, table_name)
      from named where column_name in ('image_key', 'avatar_key') order by column_name
      \gexec
      commit;
END
  } | run_statements "$COLLECTION_DATABASE_URL" >&2 ||
    fail 'cannot remove the rows of photos that were added and deleted during the backup'
}

# A backup contains no folders, and its files may belong to another user. This gives all of them to the owner
# of MEDIA_ROOT, or of the first file if MEDIA_ROOT did not exist. Only root can change owners.
set_media_owner() {
  find "$MEDIA_ROOT" -mindepth 1 -type d -exec chmod 0700 {} +
  if [ "$(id -u)" = 0 ]; then chown -R "$1" "$MEDIA_ROOT"; fi
}

if [ -n "${CATALOGUE_DATABASE_URL:-}" ]; then check catalogue "$CATALOGUE_DATABASE_URL" "$last_catalogue"; fi
if [ -n "${COLLECTION_DATABASE_URL:-}" ]; then check collection "$COLLECTION_DATABASE_URL" "$last_collection"; fi
if [ -n "${MEDIA_ROOT:-}" ] && [ ! -f "$backup/media.list" ]; then fail "$backup does not contain photos"; fi

# Photos are first: users would notice rows with missing files, but unreferenced files are cleaned up.
if [ -n "${MEDIA_ROOT:-}" ]; then
  owner=$(stat -c %u:%g "$MEDIA_ROOT" 2>/dev/null || true)
  mkdir -p "$MEDIA_ROOT"
  tar -C "$backup/../media" -cf - -T "$backup/media.list" | tar -C "$MEDIA_ROOT" -xf -
  while read -r file; do
    [ -e "$MEDIA_ROOT/$file" ] || fail "the backup does not contain $file"
    owner=${owner:-$(stat -c %u:%g "$MEDIA_ROOT/$file")}
  done <"$backup/media.list"
  set_media_owner "${owner:-$(stat -c %u:%g "$MEDIA_ROOT")}"
fi
if [ -n "${CATALOGUE_DATABASE_URL:-}" ]; then load catalogue "$CATALOGUE_DATABASE_URL"; fi
if [ -n "${COLLECTION_DATABASE_URL:-}" ]; then
  load collection "$COLLECTION_DATABASE_URL"
  if [ -f "$backup/lost.list" ]; then remove_rows_without_files; fi
fi
