import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link, NavLink } from 'react-router';
import { useCollection } from '../services.ts';

/** A screen of the user's own collection, with the header and tabs that these screens share. */
export function MyCollectionPage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="page">
      <title>{`${title} · Kitroom`}</title>
      <header className="page-header">
        <h1>My collection</h1>
        <Link to="/add" className="button primary">
          Add a shirt
        </Link>
      </header>
      <nav className="tabs" aria-label="My collection">
        <NavLink to="/collection" end>
          Items
        </NavLink>
        <NavLink to="/collection/drafts">
          Drafts <DraftCount />
        </NavLink>
        <NavLink to="/collection/statistics">Statistics</NavLink>
        <NavLink to="/collection/share">Share</NavLink>
        <NavLink to="/collection/import">Import</NavLink>
        <NavLink to="/collection/export">Export</NavLink>
        <NavLink to="/profile">Profile</NavLink>
      </nav>
      {children}
    </div>
  );
}

/** Reads the user's own collection with its statistics. */
export function useMyCollection() {
  const { collections } = useCollection();
  return useQuery({
    queryKey: ['collection', 'me'],
    queryFn: ({ signal }) => collections.me({ signal }),
  });
}

function DraftCount() {
  const { data } = useMyCollection();
  const count = data?.statistics.drafts ?? 0;
  return count > 0 && <span className="badge">{count.toLocaleString()}</span>;
}
