#!/bin/sh
# Programs that some tests start: Redis, PostgreSQL, a browser and proxies. What is missing is taken from
# Debian's packages where that is possible without asking anybody. Otherwise it says so, and the
# tests that need it are skipped and counted. FATUM_TEST_INSTALL=0: never install anything.
# Arguments are further packages, such as the browsers of `make soak PART=browsers`.
set -u

missing=""
command -v redis-server >/dev/null || missing="$missing redis-server"
command -v postgres >/dev/null || ls /usr/lib/postgresql/*/bin/postgres >/dev/null 2>&1 || missing="$missing postgresql"
command -v chromium >/dev/null || missing="$missing chromium"
# Where systemd runs, Debian would start the proxies on port 80 at once.
if [ ! -d /run/systemd/system ]; then
    [ -x /usr/sbin/nginx ] || missing="$missing nginx-light"
    command -v caddy >/dev/null || missing="$missing caddy"
fi
for package in "$@"; do
    dpkg --status "$package" >/dev/null 2>&1 || missing="$missing $package"
done
[ -n "$missing" ] || exit 0

without() {
    echo "Tests that need$missing are skipped: $1."
    exit 0
}

[ "${FATUM_TEST_INSTALL:-1}" != 0 ] || without "FATUM_TEST_INSTALL is 0"
command -v apt-get >/dev/null || without "they are not installed, and there is no apt-get to install them"
if [ "$(id -u)" = 0 ]; then
    as_root=""
elif command -v sudo >/dev/null && sudo -n true 2>/dev/null; then
    as_root="sudo -n"
else
    without "they are not installed, and only root may install them"
fi

echo "Installing for the tests:$missing"
log=$(mktemp)
install() {
    # shellcheck disable=SC2086  # lists of words
    $as_root env DEBIAN_FRONTEND=noninteractive timeout 600 \
        apt-get install --yes --no-install-recommends $missing >>"$log" 2>&1
}
install || { $as_root timeout 300 apt-get update >>"$log" 2>&1 && install; } ||
    without "apt-get could not install them ($log says why)"
rm -f "$log"
