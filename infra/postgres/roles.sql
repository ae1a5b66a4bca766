-- Two databases in one server, each with its own role that owns it and cannot connect to any other. Compose
-- runs this when the server starts for the first time; elsewhere run it manually, with the two variables set:
-- psql --set=ON_ERROR_STOP=1 --file=infra/postgres/roles.sql postgres
\getenv catalogue_password CATALOGUE_DATABASE_PASSWORD
\getenv collection_password COLLECTION_DATABASE_PASSWORD

create role catalogue login password :'catalogue_password';
create role collection login password :'collection_password';

-- Behind a pooler in transaction mode, the services cannot set it for a connection. It does not apply to
-- migrations, imports and mirrors; transactions that need longer, such as the deletion of an account, set
-- their own.
alter role catalogue set statement_timeout = '10s';
alter role collection set statement_timeout = '10s';

create database catalogue owner catalogue template template0 encoding 'UTF8';
create database collection owner collection template template0 encoding 'UTF8';

-- By default, every role may connect to a new database.
revoke all on database catalogue, collection, postgres, template1 from public;
