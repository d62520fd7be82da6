import { mount } from 'svelte';
import './app.css';
import App from './App.svelte';
import { keepShell } from './lib/net/shell';

const target = document.getElementById('app');
if (target) mount(App, { target });

if (import.meta.env.PROD && 'serviceWorker' in navigator) {
  // Not while the first screen is being drawn.
  const register = (): void => void keepShell().catch(() => undefined);
  addEventListener('load', () => setTimeout(register, 3000));
}
