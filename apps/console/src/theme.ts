/** Sets the theme before anything is drawn; the preferences of the user arrive later, and write the same key. */
const stored = localStorage.getItem('theme');
if (stored === 'light' || stored === 'dark') document.documentElement.dataset['theme'] = stored;
