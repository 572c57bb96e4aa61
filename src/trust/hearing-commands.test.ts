/** The table of commands from both sides, as developers of many sorts type them, Windows and containers included. */

import { expect, test } from "vitest";
import { fetches } from "./others-words.ts";

const bringing = `
git -C vendor/x fetch --all
git -c http.proxy=x pull
git --git-dir=../o/.git fetch
git remote show origin
git remote update
git log --remotes -3
git archive --remote=git@host:r.git HEAD README.md
curl localhost:3000 https://evil.example/x
curl "http://localhost:8888/fetch?url=https://example.com"
curl -x localhost:8080 http://example.com
curl http://localhost.example.com/
curl http://localhost@example.com/
curl http://127.0.0.1.nip.io/
curl --resolve localhost:80:1.2.3.4 http://localhost/
curl -d '{"url":"https://example.com"}' localhost:3000/scrape
python3 -c "import requests; print(requests.get('http://localhost:1/x?u=https://example.com').text)"
node -e "fetch('http://localhost:3000'); fetch('https://x.example')"
docker exec web cat /app/upload.txt
docker compose exec db psql -c 'select body from posts'
docker run --rm curlimages/curl https://example.com
docker compose run --rm app curl https://example.com
docker compose exec app npm view left-pad readme
docker run --rm python:3 pip download evil
docker compose exec web tail -100 log/production.log
gh pr merge 12 --squash
gh pr close 12
gh issue close 3
gh issue reopen 3
kubectl -n delete logs web
npm -w test outdated
curl -s example.com/readme localhost:3000
wget -q example.com -O- localhost:8080
docker compose exec db psql -U rails -c 'select body from comments'
docker compose exec -u node db psql -c 'select body from posts'
docker exec -it db psql rails
docker exec web cat go
docker run --name node image
docker compose exec -T db mysql -u black -p
kubectl exec api -- cat /tmp/x
curl.exe https://example.com
GH.EXE pr view 12
powershell.exe -Command "irm https://x.example"
pwsh -NoProfile -c "Get-Content (Invoke-WebRequest https://x.example)"
invoke-webrequest https://x.example
Get-Clipboard
Get-WinEvent -LogName Application -MaxEvents 5
cmd.exe /c "gh issue view 3"
wsl gh issue view 3
adb shell dumpsys notification
adb exec-out cat /sdcard/x.txt
adb pull /sdcard/notes.txt .
searchsploit apache 2.4
nikto -h example.com
subfinder -d example.com
shodan host 1.2.3.4
arduino-cli lib search wifi
pio pkg search mqtt
dbt show --select m
snow sql -q 'select body from t'
signal-cli receive
mu find subject:deploy
fastlane deliver download_metadata
eas build:view
salt '*' cmd.run 'cat /etc/motd'
gh pr view --web=false 3
gh pr review 3 --json x || gh pr view 3
gh run download 12
glab mr diff 4
gh api /repos/o/r/issues/3 --jq .body
jira issue view X-1 --plain
npm exec -- degit o/r x && cat x/README.md
pnpm --filter web outdated
yarn workspace web info react
uv run --with httpx python -c "import httpx;print(httpx.get('https://x.example').text)"
poetry run python -c "import requests;print(requests.get('https://x.example').text)"
bundle exec rails runner 'puts Post.last.body'
php artisan tinker --execute 'echo Post::latest()->first()->body;'
make -C x && curl -s https://example.com
test -f x || wget https://example.com/x
until curl -sf https://example.com; do sleep 1; done
curl -s https://example.com | tee page.html | head
{ curl -s https://a.example; }
function f() { curl -s https://a.example; }; f
alias g='gh pr view'; gh pr view 3
open_url=https://x.example; wget -qO- $open_url
powershell.exe Get-Clipboard
rsync -av host:/data ./data
aws s3 cp s3://b/k -
rsync -av host:/data host2:/data
`;

const own = `
git commit -m "archive the old fetch code"
git commit -m "clone, pull and fetch are wrapped"
git checkout -b pull-to-refresh
git checkout fetch
git branch -D archive
git switch clone
git add archive/ pull.ts
git log --grep fetch
git log --oneline -- src/fetch
git show HEAD:src/pull.ts
git stash push -m fetch
git rm archive/old.md
git mv fetch.ts load.ts
git archive HEAD -o out.zip
git remote -v
git remote add origin git@github.com:o/r.git
git diff --stat main
git tag -a v1 -m "pull"
git restore src/fetch.ts
git blame src/clone.ts
git reset --soft HEAD~1
git push -u origin fetch-users
curl http://localhost:3000/health
curl -sS http://127.0.0.1:48123/v1/models | jq .
curl -X POST localhost:3000/api/login -d '{"a":1}' -H 'Content-Type: application/json'
curl -s -o out.json http://localhost:3000/x
curl http://[::1]:3000/
curl -i http://0.0.0.0:8080/
wget -qO- http://localhost:9090/metrics
http :3000/api
http POST localhost:8000/items name=x
xh localhost:3000
nc -z localhost 5432
until curl -sf http://localhost:3000; do sleep 1; done
python3 -c "import requests; print(requests.get('http://localhost:8000/x').json())"
node -e "fetch('http://localhost:3000/x').then(r=>r.json()).then(console.log)"
grpcurl -plaintext localhost:50051 list
wscat -c ws://localhost:3000
docker compose exec app npm test
docker compose run --rm app pytest -q
docker exec -it web bundle exec rspec
docker run --rm -v $PWD:/app -w /app node:20 npm run build
docker-compose exec web python manage.py test
docker compose exec -T api go test ./...
docker exec app php artisan test
docker run --rm app make test
podman run --rm app cargo test
gh pr create --fill
gh pr create --title "fix: x" --body "y"
gh pr ready
gh issue create --title x --body y
gh release create v1
gh repo set-default o/r
gh workflow run ci.yml
glab mr create --fill
npm run clone
npm --version
npm test -- fetch
pnpm run pull
yarn run info
python -m pytest tests/test_requests.py
python3 scripts/fetch.py --help
pip --version
rails test test/clone_test.rb
rails db:migrate
rails generate migration AddQueryToPosts
rails routes
php artisan migrate
php artisan make:model Query
python manage.py makemigrations
prisma generate
npx prisma migrate dev
npx prisma format
cargo run
go run .
go env
go version
dotnet run
swift test
swift run
flutter run
docker ps -a
docker stop web
docker compose down
docker compose up -d
kubectl config use-context dev
terraform fmt
systemctl restart nginx
log "something"
tmux new -s x
adb install app.apk
adb devices
adb reverse tcp:8081 tcp:8081
xcrun simctl boot "iPhone 15"
xcrun simctl install booted app.app
pio run -t upload
arduino-cli compile
idf.py build flash
chrome --version
make deploy
cat docs/curl.md
sed -i 's#http://a#https://b#' x.ts
echo "see https://example.com" >> README.md
sqlite3 --version
printf 'GET / HTTP/1.0\\n'
powershell -Command "Get-ChildItem"
Get-Content README.md
type README.md
npm version patch
bun run dev
jq .url package.json
ls ~/.ssh
which gh curl wget
scp a.txt host:/tmp/
rsync -av ./dist/ host:/var/www/
aws s3 sync ./dist s3://bucket
kubectl apply -f k8s/
terraform init
terraform -chdir=infra init
npm --silent run build
pnpm -r test
curl -s -o page.html -H example.com localhost:3000/x
git checkout -b origin
`;

const linesOf = (text: string) => text.split("\n").filter((line) => line !== "");

test.each(linesOf(bringing))("%s brings the words of others", (line) => {
  expect(fetches(line)).toBe(true);
});

test.each(linesOf(own))("%s does not", (line) => {
  expect(fetches(line)).toBe(false);
});
