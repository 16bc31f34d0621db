module example.com/echo-worker

go 1.21
