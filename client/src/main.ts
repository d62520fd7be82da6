import { mount } from 'svelte';
import './app.css';
import App from './App.svelte';
import { socketUrl } from './lib/net/api';
import { openEarly } from './lib/net/early';
import { keepShell } from './lib/net/shell';
import { hasMoved } from './lib/tables';

const table = /^\/t\/([^0]\w{7})\/?$/.exec(location.pathname)?.[1];
// With a one-time link the seat comes first.
if (table && !location.hash && !hasMoved(table)) openEarly(socketUrl(table));

const target = document.getElementById('app');
if (target) mount(App, { target });

if (import.meta.env.PROD && 'serviceWorker' in navigator) {
  // Not while the first screen is being drawn.
  const register = (): void => void keepShell().catch(() => undefined);
  addEventListener('load', () => setTimeout(register, 3000));
}
