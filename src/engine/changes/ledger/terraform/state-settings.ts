/** Whether a file has settings for `terraform init -backend-config`, by its name. */
export const isStateSettings = (path: string): boolean => /\.tfbackend$/.test(path);

/** Arguments of a backend that do not say where the state is. */
export const reachesState =
  /^(?:dynamodb_\w+|use_lockfile|encrypt|encryption_key|kms_\w+|acl|profile|role_arn|assume_role\w*|session_name|external_id|token|access_key|secret_key|shared_\w+|skip_\w+|max_retries|retry_mode|use_path_style|force_path_style|http_proxy|https_proxy|no_proxy|insecure|impersonate_\w+|sse_customer_key|allowed_account_ids|forbidden_account_ids|use_\w+_endpoint|ec2_metadata_\w+|custom_ca_bundle)$/;

/** Whether two texts of settings certainly name the same state. Null or undefined stands for no file. */
export function isSameState(before: string | null | undefined, after: string | null | undefined): boolean {
  if (typeof before !== 'string' || typeof after !== 'string') return false;

  const placing = settingsIn(after);
  return placing !== undefined && placing === settingsIn(before);
}

/** The settings that say where the state is, in any order. Undefined if a line is anything else than one setting. */
function settingsIn(text: string): string | undefined {
  const lines = text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !/^(?:#|\/\/)/.test(line));
  const settings = lines.map((line) => /^([\w-]+)[ \t]*=[ \t]*("[^"\\]*"|[\w.-]+)[ \t]*(?:(?:#|\/\/).*)?$/.exec(line));
  if (settings.some((setting) => setting === null)) return undefined;

  const placing = settings.flatMap((setting) => {
    const [, name = '', value = ''] = setting ?? [];
    if (reachesState.test(name)) return [];
    return [`${name} = ${value}`];
  });
  return placing.sort().join('\n');
}
