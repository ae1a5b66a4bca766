import { countOf } from './format.ts';

interface Owner {
  username: string;
  name: string;
  avatar: string | null;
}

interface CollectionHeaderProps {
  owner: Owner & { biography?: string; location?: string };
  count: number;
  /** Default: the owner's name. */
  title?: string | null;
}

/** The owner of a collection and its title. */
export function CollectionHeader({ owner, count, title }: CollectionHeaderProps) {
  const name = owner.name || owner.username;
  return (
    <header className="owner">
      <Avatar owner={owner} alt="" />
      <div>
        <p className="eyebrow">{[`@${owner.username}`, owner.location].filter(Boolean).join(' · ')}</p>
        <h1>{title || name}</h1>
        <p>{owner.biography || countOf(count, 'item')}</p>
      </div>
    </header>
  );
}

/** The owner's picture, or the first letter of their name. */
export function Avatar({ owner: { avatar, name, username }, alt }: { owner: Owner; alt: string }) {
  if (avatar) return <img src={avatar} alt={alt} width="80" height="80" />;
  return (
    <span className="avatar" aria-hidden="true">
      {(name || username).charAt(0)}
    </span>
  );
}
