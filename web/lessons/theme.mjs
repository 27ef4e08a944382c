// Light or dark, as on the emulator's own page: what was chosen there or here, else the system's.

const system = matchMedia('(prefers-color-scheme: dark)');

function chosen() {
  try {
    return localStorage.getItem('pipette-theme');
  } catch {
    return null;
  }
}

function apply() {
  const dark = chosen() ? chosen() === 'dark' : system.matches;
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
  const button = document.getElementById('theme');
  if (button) button.textContent = dark ? 'Light' : 'Dark';
}

document.getElementById('theme')?.addEventListener('click', () => {
  const next = document.documentElement.dataset.theme === 'dark' ? 'light' : 'dark';
  try {
    localStorage.setItem('pipette-theme', next);
  } catch {
    // for this page only
    document.documentElement.dataset.theme = next;
    return;
  }
  apply();
});
system.addEventListener('change', apply);
apply();
