-- The role that standbys connect with, and the slot that keeps WAL for one of them. May be run again, to
-- change the password: psql --set=ON_ERROR_STOP=1 --file=infra/postgres/replication.sql postgres
\getenv password REPLICATION_PASSWORD

select 'create role replication login replication' where to_regrole('replication') is null \gexec
alter role replication password :'password';

select pg_create_physical_replication_slot('standby')
where not exists (select from pg_replication_slots where slot_name = 'standby') \g /dev/null
