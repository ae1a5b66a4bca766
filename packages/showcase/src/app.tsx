import { lazy, Suspense, useEffect, useRef, useSyncExternalStore } from 'react';
import { ErrorBoundary, type FallbackProps } from 'react-error-boundary';
import { Navigate, Route, Routes, useLocation } from 'react-router';
import { Loading } from './components/feedback.tsx';
import { ProblemPage } from './components/problem-page.tsx';
import { Header } from './layout/header.tsx';
import { LimitNotice } from './layout/limit-notice.tsx';
import { lostSessionStore } from './lost-session.ts';
import { KitsScreen } from './screens/kits.tsx';
import { useLikelyUser, useUser } from './session.ts';

// The wall of kits comes with the first load, each other screen when it is opened.
const KitScreen = lazy(async () => ({ default: (await import('./screens/kit.tsx')).KitScreen }));
const ClubScreen = lazy(async () => ({ default: (await import('./screens/club.tsx')).ClubScreen }));
const SearchScreen = lazy(async () => ({ default: (await import('./screens/search.tsx')).SearchScreen }));
const SignInScreen = lazy(async () => ({ default: (await import('./screens/sign-in.tsx')).SignInScreen }));
const SignUpScreen = lazy(async () => ({ default: (await import('./screens/sign-up.tsx')).SignUpScreen }));
const AccountScreen = lazy(async () => ({ default: (await import('./screens/account.tsx')).AccountScreen }));
const mailScreens = () => import('./screens/account/mail-screens.tsx');
const VerifyEmailScreen = lazy(async () => ({ default: (await mailScreens()).VerifyEmailScreen }));
const ResendVerificationScreen = lazy(async () => ({
  default: (await mailScreens()).ResendVerificationScreen,
}));
const ForgottenPasswordScreen = lazy(async () => ({
  default: (await mailScreens()).ForgottenPasswordScreen,
}));
const ResetPasswordScreen = lazy(async () => ({ default: (await mailScreens()).ResetPasswordScreen }));
const MyCollectionScreen = lazy(async () => ({
  default: (await import('./screens/my-collection.tsx')).MyCollectionScreen,
}));
const MyStatisticsScreen = lazy(async () => ({
  default: (await import('./screens/my-collection.tsx')).MyStatisticsScreen,
}));
const ItemScreen = lazy(async () => ({ default: (await import('./screens/item.tsx')).ItemScreen }));
const CollectorsScreen = lazy(async () => ({
  default: (await import('./screens/collectors.tsx')).CollectorsScreen,
}));
const PublicCollectionScreen = lazy(async () => ({
  default: (await import('./screens/public-collection.tsx')).PublicCollectionScreen,
}));
const ShareLinksScreen = lazy(async () => ({
  default: (await import('./screens/share-links.tsx')).ShareLinksScreen,
}));
const ImportsScreen = lazy(async () => ({ default: (await import('./screens/imports.tsx')).ImportsScreen }));
const ImportScreen = lazy(async () => ({ default: (await import('./screens/import.tsx')).ImportScreen }));
const ExportsScreen = lazy(async () => ({ default: (await import('./screens/exports.tsx')).ExportsScreen }));
const SharedCollectionScreen = lazy(async () => ({
  default: (await import('./screens/shared-collection.tsx')).SharedCollectionScreen,
}));
const SharedItemScreen = lazy(async () => ({
  default: (await import('./screens/shared-item.tsx')).SharedItemScreen,
}));
const AddItemScreen = lazy(async () => ({ default: (await import('./screens/add-item.tsx')).AddItemScreen }));
const EditItemScreen = lazy(async () => ({
  default: (await import('./screens/edit-item.tsx')).EditItemScreen,
}));
const DraftsScreen = lazy(async () => ({ default: (await import('./screens/drafts.tsx')).DraftsScreen }));
const ProfileScreen = lazy(async () => ({ default: (await import('./screens/profile.tsx')).ProfileScreen }));

const SignInAgain = lazy(async () => ({ default: (await import('./layout/sign-in-again.tsx')).SignInAgain }));

export function App() {
  const { pathname } = useLocation();
  useFocusOnNavigation(pathname);
  return (
    <>
      <a className="skip-link" href="#main">
        Skip to content
      </a>
      <Header />
      <LimitNotice />
      <main id="main" tabIndex={-1}>
        <ErrorBoundary FallbackComponent={BrokenScreen} resetKeys={[pathname]}>
          <Suspense fallback={<Loading />}>
            <Routes>
              <Route path="/" element={<KitsScreen />} />
              <Route path="/kits/:id" element={<KitScreen />} />
              <Route path="/clubs/:id" element={<ClubScreen />} />
              <Route path="/search" element={<SearchScreen />} />
              <Route path="/sign-in" element={<SignInScreen />} />
              <Route path="/sign-up" element={<SignUpScreen />} />
              <Route path="/account" element={<SignedIn screen={<AccountScreen />} />} />
              <Route path="/account/verify-email" element={<VerifyEmailScreen />} />
              <Route path="/account/verify-email/resend" element={<ResendVerificationScreen />} />
              <Route path="/account/password/reset" element={<ForgottenPasswordScreen />} />
              <Route path="/account/password/reset/confirm" element={<ResetPasswordScreen />} />
              <Route path="/collection" element={<SignedIn screen={<MyCollectionScreen />} />} />
              <Route path="/collection/drafts" element={<SignedIn screen={<DraftsScreen />} />} />
              <Route path="/collection/statistics" element={<SignedIn screen={<MyStatisticsScreen />} />} />
              <Route path="/collection/share" element={<SignedIn screen={<ShareLinksScreen />} />} />
              <Route path="/collection/import" element={<SignedIn screen={<ImportsScreen />} />} />
              <Route path="/collection/import/:id" element={<SignedIn screen={<ImportScreen />} />} />
              <Route path="/collection/export" element={<SignedIn screen={<ExportsScreen />} />} />
              <Route path="/s/:token" element={<SharedCollectionScreen />} />
              <Route path="/s/:token/items/:id" element={<SharedItemScreen />} />
              <Route path="/items/:id" element={<SignedIn screen={<ItemScreen />} />} />
              <Route path="/items/:id/edit" element={<SignedIn screen={<EditItemScreen />} />} />
              <Route path="/collectors" element={<SignedIn screen={<CollectorsScreen />} />} />
              <Route path="/u/:username" element={<SignedIn screen={<PublicCollectionScreen />} />} />
              <Route path="/add" element={<SignedIn screen={<AddItemScreen />} />} />
              <Route path="/profile" element={<SignedIn screen={<ProfileScreen />} />} />
              <Route path="*" element={<NotFoundScreen />} />
            </Routes>
          </Suspense>
        </ErrorBoundary>
      </main>
      <Footer />
      <LostSession />
    </>
  );
}

/** Lets somebody whose session ended sign in again without losing the screen. */
function LostSession() {
  const isLost = useSyncExternalStore(lostSessionStore.subscribe, lostSessionStore.read);
  const user = useLikelyUser();
  return (
    <ErrorBoundary fallback={null}>
      <Suspense fallback={null}>{isLost && user && <SignInAgain username={user.username} />}</Suspense>
    </ErrorBoundary>
  );
}

/** Screens of one's own things: sends everybody else to the sign-in, and back afterwards. */
function SignedIn({ screen }: { screen: React.ReactNode }) {
  const user = useUser();
  const { pathname, search } = useLocation();
  if (user === undefined) return <Loading />;
  if (user) return screen;
  return <Navigate to={`/sign-in?next=${encodeURIComponent(pathname + search)}`} replace />;
}

/** In place of a screen whose script could not be loaded, which only a new page tries again, or that failed. */
function BrokenScreen({ error }: FallbackProps) {
  return <ProblemPage error={error} onRetry={() => window.location.reload()} />;
}

function NotFoundScreen() {
  return (
    <div className="page narrow">
      <title>Not found · Kitroom</title>
      <h1>Not found</h1>
      <p>There is no page at this address.</p>
    </div>
  );
}

/** After a navigation, moves the focus to the new screen and scrolls up, as a page load would. */
function useFocusOnNavigation(pathname: string): void {
  const last = useRef(pathname);
  useEffect(() => {
    if (last.current === pathname) return;
    last.current = pathname;
    window.scrollTo(0, 0);
    document.querySelector<HTMLElement>('#main')?.focus({ preventScroll: true });
  }, [pathname]);
}

/** What this is, at the end of each screen. */
function Footer() {
  return (
    <footer className="footer">
      <p>Kitroom’s showcase: a front end on two typed clients, to read and to copy from.</p>
    </footer>
  );
}
