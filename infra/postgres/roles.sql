-- Two databases in one server, each with a role of its own that owns it and may enter no other. psql reads this: in
-- compose by itself, when the server starts for the first time; elsewhere by hand, with the two variables set:
-- psql --set=ON_ERROR_STOP=1 --file=infra/postgres/roles.sql postgres
\getenv catalogue_password CATALOGUE_DATABASE_PASSWORD
\getenv collection_password COLLECTION_DATABASE_PASSWORD

create role catalogue login password :'catalogue_password';
create role collection login password :'collection_password';

create database catalogue owner catalogue template template0 encoding 'UTF8';
create database collection owner collection template template0 encoding 'UTF8';

-- Everybody may connect to a new database, unless it is said otherwise.
revoke all on database catalogue, collection, postgres, template1 from public;
