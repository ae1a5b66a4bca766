import { countOf } from './format.ts';

interface CollectionHeaderProps {
  owner: { username: string; name: string; avatar: string | null; biography?: string; location?: string };
  count: number;
  /** Default: the owner's name. */
  title?: string | null;
}

/** Whose collection it is. */
export function CollectionHeader({ owner, count, title }: CollectionHeaderProps) {
  const name = owner.name || owner.username;
  return (
    <header className="owner">
      {owner.avatar ? (
        <img src={owner.avatar} alt="" width="80" height="80" />
      ) : (
        <span className="avatar" aria-hidden="true">
          {name.charAt(0)}
        </span>
      )}
      <div>
        <p className="eyebrow">{[`@${owner.username}`, owner.location].filter(Boolean).join(' · ')}</p>
        <h1>{title || name}</h1>
        <p>{owner.biography || countOf(count, 'item')}</p>
      </div>
    </header>
  );
}
