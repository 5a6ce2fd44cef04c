/* global document, sessionStorage */

const keyInput = document.querySelector('#api-key');
const projectInput = document.querySelector('#project-id');
const identity = document.querySelector('#identity');

/** The credential that the user entered; stored for this tab only and sent to this origin only. */
export const session = {
  get apiKey() {
    return keyInput.value.trim();
  },
  get projectId() {
    return projectInput.value.trim();
  },
};

export function openSession() {
  for (const input of [keyInput, projectInput]) {
    input.value = sessionStorage.getItem(input.id) ?? '';
    input.addEventListener('change', () => {
      sessionStorage.setItem(input.id, input.value.trim());
      if (input === keyInput) void showIdentity();
    });
  }
  keyInput.form.addEventListener('submit', (event) => event.preventDefault());
  void showIdentity();
}

/** Shows the identity of the key, and suggests its project or the first of the organization. */
async function showIdentity() {
  identity.textContent = '';
  if (session.apiKey === '') return;
  const account = await read('/api/v1/account');
  if (account === undefined) {
    identity.textContent = 'The key is not valid.';
    return;
  }
  identity.textContent = `${account.organization.name} · ${account.principal.name}`;
  if (session.projectId !== '' || account.project_id !== undefined) return;
  const projects = await read('/api/v1/projects');
  projectInput.value = projects?.projects?.[0]?.id ?? '';
  sessionStorage.setItem(projectInput.id, projectInput.value);
}

async function read(path) {
  const response = await fetch(path, { headers: { 'X-Svc-API-Key': session.apiKey } });
  return response.ok ? response.json() : undefined;
}
