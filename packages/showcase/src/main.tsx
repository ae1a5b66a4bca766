import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { App } from './app.tsx';
import { loadConfig } from './config.ts';
import { createServices, ServicesProvider } from './services.ts';
import './styles/index.css';

// The clients retry reads themselves, and respect Retry-After.
const queries = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 60_000 } } });

const root = createRoot(document.querySelector('#root') ?? document.body);
root.render(
  <StrictMode>
    <ServicesProvider value={createServices(await loadConfig())}>
      <QueryClientProvider client={queries}>
        <BrowserRouter>
          <App />
        </BrowserRouter>
      </QueryClientProvider>
    </ServicesProvider>
  </StrictMode>,
);
