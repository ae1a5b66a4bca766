import type { ReactNode } from 'react';
import { Link, NavLink } from 'react-router';

/** A screen of one's own collection, below the actions and tabs that all of them have. */
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
        <NavLink to="/collection/drafts">Drafts</NavLink>
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
